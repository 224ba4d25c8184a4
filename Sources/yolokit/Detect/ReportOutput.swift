import CommandLineKit
import ModelLookup

/// Where the results of a run go: standard output, or a file that appears when all is done.
struct ReportOutput {
  private let file: AtomicFile?
  /// Whether the reader of standard output has gone and the rest is for nobody.
  private(set) var isAbandoned = false

  /// Opens a file, or standard output where there is no path.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - inputs: The pictures of the run, none of which may be the file.
  ///   - model: The model of the run, none of whose files may be the file.
  /// - Throws: `OutputError` when the file cannot be made, or would replace what the run reads.
  init(
    _ path: SystemPath?, beside inputs: [PictureInput], _ model: ModelFiles
  ) throws(OutputError) {
    guard let path else {
      file = nil
      return
    }
    if let identity = FileStatus(path)?.identity {
      for case .picture(let picture) in inputs where FileStatus(picture)?.identity == identity {
        throw .failed(
          target: path.description, reason: "it is one of the pictures; name another --output")
      }
      let files = [model.configuration, model.weights] + [model.names].compactMap { $0 }
      for file in files where FileStatus(SystemPath(file))?.identity == identity {
        throw .failed(
          target: path.description,
          reason: "it is one of the model's files; name another --output")
      }
    }
    file = try AtomicFile(path)
  }

  /// Whether results appear on a terminal, where a progress bar would be in their way.
  var isTerminal: Bool { file == nil && OutputDescriptor.standardOutput.isTerminal }

  /// Adds text.
  mutating func write(_ text: String) throws(OutputError) {
    guard !text.isEmpty, !isAbandoned else { return }
    if let file { return try file.write(text) }
    do throws(OutputError) {
      try OutputDescriptor.standardOutput.write(text)
    } catch .readerGone {
      isAbandoned = true
    }
  }

  /// Gives the file its name.
  func finish() throws(OutputError) {
    try file?.commit()
  }
}
