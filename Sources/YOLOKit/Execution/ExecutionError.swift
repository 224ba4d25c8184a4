/// Why a network cannot be run.
public enum ExecutionError: Error, Equatable, CustomStringConvertible {
  /// A run would take too much memory.
  case tooLarge(bytes: Int, limit: Int)
  /// The system does not have the memory that a run takes.
  case outOfMemory(bytes: Int)
  /// The layers would not fit together at this input size.
  case unfitInputSize(width: Int, height: Int)

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .tooLarge(let bytes, let limit):
      "Running this network takes \(bytes >> 20) MiB, more than the limit of \(limit >> 20) MiB; "
        + "use a smaller input size."
    case .outOfMemory(let bytes):
      "Running this network takes \(bytes >> 20) MiB of memory, which this computer does not have "
        + "or may not use; use a smaller input size."
    case .unfitInputSize(let width, let height):
      "This network cannot take an input of \(width)x\(height) pixels; use another input size."
    }
  }
}
