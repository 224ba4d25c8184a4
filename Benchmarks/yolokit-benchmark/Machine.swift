import COpenBLAS
import CommandLineKit
import Glibc
import YOLOKit

/// What the figures were measured on.
struct Machine: Sendable {
  /// The processor's name.
  let processor: String
  /// How many processors this process may use.
  let processorCount: Int
  /// The distribution.
  let system: String
  /// The kernel and the architecture: `Linux 6.1.0 x86_64`.
  let kernel: String
  /// The processor family whose kernels OpenBLAS uses: `Haswell`.
  let blasCore: String
  /// The version of OpenBLAS and how it was built.
  let blasConfiguration: String
  /// The variables `OPENBLAS_…` in the environment, by name.
  let environment: [(name: String, value: String)]

  /// Asks the system.
  init() {
    var names = utsname()
    uname(&names)
    let architecture = Self.text(names.machine)
    let lines = SystemText.lines(of: "/proc/cpuinfo")
    processor =
      SystemText.value("model name", in: lines, separator: ":")
      ?? SystemText.value("Hardware", in: lines, separator: ":") ?? architecture
    processorCount = Processors.available
    system =
      SystemText.value(
        "PRETTY_NAME", in: SystemText.lines(of: "/etc/os-release"), separator: "=")
      ?? Self.text(names.sysname)
    kernel = "\(Self.text(names.sysname)) \(Self.text(names.release)) \(architecture)"
    blasCore = openblas_get_corename().map { String(cString: $0) } ?? "unknown"
    blasConfiguration = openblas_get_config().map { String(cString: $0) } ?? "unknown"
    environment = Self.environment(prefix: "OPENBLAS_")
  }

  /// The first words of the configuration: `OpenBLAS 0.3.21`.
  var blasVersion: String {
    blasConfiguration.split(separator: " ").prefix(2).joined(separator: " ")
  }

  private static func environment(prefix: String) -> [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    var next = environ
    while let entry = next.pointee {
      let parts = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0].hasPrefix(prefix) {
        result.append((String(parts[0]), String(parts[1])))
      }
      next += 1
    }
    return result.sorted { $0.name < $1.name }
  }

  /// The text in one of `uname`'s fields, which Swift sees as tuples.
  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
