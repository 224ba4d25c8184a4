/// Why a model cannot be written in another format.
public enum ModelExportError: Error, Equatable, CustomStringConvertible {
  /// The system refused to write.
  case unwritable(file: String, reason: String)
  /// A learned number is not finite, which no reader would take.
  case notFinite(file: String, tensor: String, index: Int)
  /// The format has no words for what a layer does.
  case unsupported(file: String, layer: Int, what: String, remedy: String)
  /// The format cannot hold this many bytes.
  case tooLarge(file: String, bytes: Int, limit: Int)

  /// One or two sentences for a person; on one line, whatever the file's name is.
  public var description: String {
    switch self {
    case .unwritable(let file, let reason):
      "\(MessageText.visible(file)): cannot be written: \(reason)."
    case .notFinite(let file, let tensor, let index):
      "\(MessageText.visible(file)): not written: number \(index) of \(tensor) is not finite; the "
        + "model's own file is damaged."
    case .unsupported(let file, let layer, let what, let remedy):
      "\(MessageText.visible(file)): not written: \(what) of layer \(layer) cannot be expressed in "
        + "this format. \(remedy)"
    case .tooLarge(let file, let bytes, let limit):
      "\(MessageText.visible(file)): not written: it would have \(bytes) bytes, expected at most "
        + "\(limit). Write a .safetensors file instead."
    }
  }
}
