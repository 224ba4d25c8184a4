import CommandLineKit

/// Why the files of a model cannot be found.
package enum ModelLocationError: Error, Equatable, CustomStringConvertible {
  /// A folder that was looked into, and what it lacked.
  package struct Search: Equatable, CustomStringConvertible {
    /// The folder.
    package let folder: String
    /// Why it was looked into: `$YOLOKIT_WEIGHTS`; empty where the folder speaks for itself.
    package let origin: String
    /// What was not there; empty where the folder itself does not exist.
    package let missing: [String]

    package var description: String {
      let what =
        missing.isEmpty ? "no such folder" : "no " + missing.joined(separator: " and no ")
      return "\(VisibleText.of(folder))\(origin.isEmpty ? "" : " (\(origin))"): \(what)"
    }
  }

  /// No folder has all files of a model that was asked for by name.
  case unknownModel(name: String, searches: [Search], available: [String], nearest: [String])
  /// A file that belongs to a model is not there.
  case missingFile(path: String, purpose: String, remedy: String)
  /// What should be a file of a model is something else.
  case notAFile(path: String, kind: String, purpose: String, remedy: String)
  /// A `.data` file does not say where the names are.
  case noNames(dataFile: String)

  /// For a person: what was looked for, where, and what to do.
  package var description: String {
    switch self {
    case .unknownModel(let name, let searches, let available, let nearest):
      let shown = VisibleText.of(name)
      var lines = ["The model \"\(shown)\" is not here. Looked in:"]
      lines += searches.map { "  \($0)" }
      if !nearest.isEmpty {
        lines.append("Did you mean \(nearest.joined(separator: " or "))?")
      } else if !available.isEmpty {
        lines.append("These are here: \(available.joined(separator: ", ")).")
      }
      lines.append("Run \"Tools/fetch-weights \(shown)\" to download it, or name the files:")
      lines.append("  --model FILE.cfg --weights FILE --names FILE")
      return lines.joined(separator: "\n")
    case .missingFile(let path, let purpose, let remedy):
      return "\(VisibleText.of(path)): there is no such file (\(purpose)). \(remedy)"
    case .notAFile(let path, let kind, let purpose, let remedy):
      return "\(VisibleText.of(path)): this is \(kind), expected a file (\(purpose)). \(remedy)"
    case .noNames(let dataFile):
      return "\(VisibleText.of(dataFile)): found no line names=FILE, expected one that says where "
        + "the class names are. Add it, or pass --names FILE."
    }
  }
}
