/// How this program was compiled.
enum BuildMode {
  /// Whether the compiler optimised; it leaves assertions out when it does.
  static var isOptimized: Bool {
    var evaluatesAssertions = false
    assert(
      {
        evaluatesAssertions = true
        return true
      }())
    return !evaluatesAssertions
  }

  /// Refuses to go on in a program that was not optimised.
  ///
  /// - Throws: ``BenchmarkError/notOptimized``.
  static func requireOptimization() throws(BenchmarkError) {
    guard isOptimized else { throw .notOptimized }
  }

  /// The compiler's version as far as the source can ask for it.
  static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }
}
