@testable import YOLOKit

/// The case of an error, and the line that it is about.
enum ErrorKind: Equatable {
  case unreadable
  case wrongKind
  case syntax(line: Int)
  case invalidValue(line: Int)
  case unsupported(line: Int)
  case sizeMismatch
  case badNumber
  case module
  case convertedModel

  init(_ error: ModelFormatError) {
    switch error {
    case .unreadable: self = .unreadable
    case .wrongKind: self = .wrongKind
    case .syntax(let place, _, _): self = .syntax(line: place.line)
    case .invalidValue(let place, _, _, _): self = .invalidValue(line: place.line)
    case .unsupported(let place, _, _): self = .unsupported(line: place.line)
    case .sizeMismatch: self = .sizeMismatch
    case .badNumber: self = .badNumber
    case .module: self = .module
    case .convertedModel: self = .convertedModel
    }
  }
}
