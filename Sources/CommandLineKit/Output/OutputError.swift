/// Why something cannot be written.
package enum OutputError: Error, Equatable, CustomStringConvertible {
  /// The reader of a pipe has gone away; nobody wants the rest.
  case readerGone
  /// The system refused to write.
  case failed(target: String, reason: String)

  /// One sentence for a person.
  package var description: String {
    switch self {
    case .readerGone: "The reader of the output has closed it."
    case .failed(let target, let reason): "\(target): cannot be written: \(reason)."
    }
  }
}
