// swift-tools-version: 6.2
import PackageDescription

// The manifest reads as the architecture: every group depends only on the groups above it.
let package = Package(
  name: "YOLOKit",
  products: [
    .library(name: "YOLOKit", targets: ["YOLOKit"]),
    .library(name: "ExhibitCore", targets: ["ExhibitCore"]),
    .executable(name: "yolokit", targets: ["yolokit"]),
    .executable(name: "yolokit-benchmark", targets: ["yolokit-benchmark"]),
  ],
  targets: [
    // MARK: - C libraries: module maps and shims, nothing else
    .systemLibrary(
      name: "COpenBLAS", pkgConfig: "openblas", providers: [.apt(["libopenblas-dev"])]),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPNG", linkerSettings: [.linkedLibrary("png16")]),
    .target(name: "CProcessor"),

    // MARK: - Vocabulary and kernels
    .target(name: "VisionTypes"),
    .target(name: "TensorKernels"),
    .target(name: "CommandLineKit", dependencies: ["VisionTypes"]),

    // MARK: - Pictures, the game, the detector
    .target(name: "MediaKit", dependencies: ["VisionTypes", "CJPEG", "CPNG", "CPango"]),
    .target(name: "ExhibitCore", dependencies: ["VisionTypes"]),
    .target(name: "YOLOKit", dependencies: ["VisionTypes", "TensorKernels", "COpenBLAS", "CProcessor"]),

    // MARK: - Programs: composition only
    .executableTarget(name: "yolokit", dependencies: ["YOLOKit", "MediaKit", "CommandLineKit"]),
    .executableTarget(
      name: "yolokit-benchmark", dependencies: ["YOLOKit", "MediaKit", "CommandLineKit"],
      path: "Benchmarks/yolokit-benchmark"),

    // MARK: - Tests
    .target(name: "TestSupport", dependencies: ["YOLOKit"], path: "Tests/TestSupport"),
    .testTarget(name: "VisionTypesTests", dependencies: ["VisionTypes"]),
    .testTarget(name: "TensorKernelsTests", dependencies: ["TensorKernels", "TestSupport"]),
    .testTarget(
      name: "MediaKitTests", dependencies: ["MediaKit", "TestSupport"], exclude: ["Fixtures"]),
    .testTarget(name: "ExhibitCoreTests", dependencies: ["ExhibitCore"]),
    .testTarget(name: "CommandLineKitTests", dependencies: ["CommandLineKit"]),
    .testTarget(
      name: "YOLOKitTests", dependencies: ["YOLOKit", "MediaKit", "TestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["TestSupport", "MediaKit", "VisionTypes", "yolokit"],
      exclude: ["Snapshots"]),
  ],
  swiftLanguageModes: [.v6]
)
