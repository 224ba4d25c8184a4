import CProcessor

/// The processors that this process may use.
enum Processors {
  /// How many there are, after `taskset`, container CPU sets and the like; at least 1.
  ///
  /// A limit on processor time, as containers may have, does not show here.
  static let available = Int(processor_available_count())
}
