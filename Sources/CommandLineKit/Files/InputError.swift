/// Why something cannot be read.
package enum InputError: Error, Equatable, CustomStringConvertible {
  /// The system refused to read.
  case unreadable(path: String, reason: String)

  /// One sentence for a person.
  package var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)."
    }
  }
}
