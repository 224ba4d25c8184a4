import CProcessor

/// The processors that this process may use.
package enum Processors {
  /// How many threads can make progress at the same time; at least 1.
  ///
  /// As many as the process may run on (`taskset`, container CPU sets), but no more than its control
  /// groups have processor time for, rounded up. Asked once; what changes later is not noticed.
  package static let available = min(
    Int(processor_available_count()), ProcessorQuota.limit(root: "") ?? .max)
}
