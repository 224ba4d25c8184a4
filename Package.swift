// swift-tools-version: 6.2
import PackageDescription

// The manifest reads as the architecture: every group depends only on the groups above it.
// The convolution kernels are one folder that is compiled once for each instruction set, through
// links; which one runs is decided when the program starts. The flags hold for these targets alone.
#if arch(x86_64)
  let kernelFlags: [(set: String, flags: [String])] = [
    ("AVX2", ["-Xcc", "-march=x86-64-v3"]),
    ("AVX512", ["-Xcc", "-march=x86-64-v4", "-Xcc", "-mprefer-vector-width=512"]),
  ]
#else
  let kernelFlags: [(set: String, flags: [String])] = []
#endif
let kernelTargets = kernelFlags.map { variant in
  Target.target(
    name: "ConvolutionKernels\(variant.set)", dependencies: ["TensorKernels", "CProcessor"],
    swiftSettings: [
      .define("KERNEL_VARIANT"), .define("KERNEL_\(variant.set)"),
      // -Ounchecked also in debug builds: without optimisation a kernel is a thousand times slower.
      .unsafeFlags(["-Ounchecked"] + variant.flags, .when(platforms: [.linux])),
    ])
}

let package = Package(
  name: "YOLOKit",
  products: [
    .library(name: "YOLOKit", targets: ["YOLOKit"]),
    .library(name: "ExhibitCore", targets: ["ExhibitCore"]),
    .executable(name: "yolokit", targets: ["yolokit"]),
    .executable(name: "yolokit-benchmark", targets: ["yolokit-benchmark"]),
  ],
  targets: kernelTargets + [
    // MARK: - C libraries: module maps and shims, nothing else
    .systemLibrary(
      name: "COpenBLAS", pkgConfig: "openblas", providers: [.apt(["libopenblas-dev"])]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .target(
      name: "CPango", dependencies: ["CCairo"],
      linkerSettings: [
        .linkedLibrary("pangocairo-1.0"), .linkedLibrary("pango-1.0"),
        .linkedLibrary("gobject-2.0"),
      ]),
    .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPNG", linkerSettings: [.linkedLibrary("png16")]),
    .target(name: "CProcessor"),

    // MARK: - Vocabulary and kernels
    .target(name: "VisionTypes"),
    .target(name: "TensorKernels"),
    .target(name: "CommandLineKit", dependencies: ["VisionTypes"]),

    // MARK: - Pictures, the game, the detector
    .target(name: "MediaKit", dependencies: ["VisionTypes", "CJPEG", "CPNG", "CCairo", "CPango"]),
    .target(name: "ExhibitCore", dependencies: ["VisionTypes"]),
    .target(
      name: "YOLOKit",
      dependencies: ["VisionTypes", "TensorKernels", "COpenBLAS", "CProcessor"]
        + kernelTargets.map { .target(name: $0.name) }),

    // MARK: - Programs: composition only
    .target(name: "ModelLookup", dependencies: ["YOLOKit", "CommandLineKit"]),
    .executableTarget(
      name: "yolokit", dependencies: ["YOLOKit", "MediaKit", "CommandLineKit", "ModelLookup"]),
    .executableTarget(
      name: "yolokit-benchmark",
      dependencies: ["YOLOKit", "MediaKit", "CommandLineKit", "ModelLookup", "COpenBLAS"],
      path: "Benchmarks/yolokit-benchmark"),

    // MARK: - Tests
    .target(name: "CMemoryCounter", path: "Tests/CMemoryCounter"),
    .target(name: "TestSupport", dependencies: ["CMemoryCounter"], path: "Tests/TestSupport"),
    .testTarget(name: "VisionTypesTests", dependencies: ["VisionTypes", "TestSupport"]),
    .testTarget(name: "TensorKernelsTests", dependencies: ["TensorKernels", "TestSupport"]),
    .testTarget(
      name: "MediaKitTests", dependencies: ["MediaKit", "TestSupport"], exclude: ["Fixtures"]),
    .testTarget(name: "ExhibitCoreTests", dependencies: ["ExhibitCore", "TestSupport"]),
    .testTarget(name: "CommandLineKitTests", dependencies: ["CommandLineKit"]),
    .testTarget(
      name: "YOLOKitTests", dependencies: ["YOLOKit", "MediaKit", "TestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "TestSupport", "MediaKit", "VisionTypes", "CommandLineKit", "yolokit", "yolokit-benchmark",
      ],
      exclude: ["Snapshots"]),
  ],
  swiftLanguageModes: [.v6]
)
