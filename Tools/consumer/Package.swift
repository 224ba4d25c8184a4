// swift-tools-version: 6.2
import PackageDescription

// A package of somebody else's, as Tools/check-consumer builds it outside of this repository.
let package = Package(
  name: "consumer",
  dependencies: [
    .package(url: Context.environment["YOLOKIT_URL"] ?? "", from: "0.1.0")
  ],
  targets: [
    .executableTarget(
      name: "consumer", dependencies: [.product(name: "YOLOKit", package: "YOLOKit")])
  ],
  swiftLanguageModes: [.v6]
)
