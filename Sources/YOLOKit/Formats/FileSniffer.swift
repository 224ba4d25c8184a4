/// Recognises files that stand where a model's file was expected.
enum FileSniffer {
  /// What the first bytes of a file are, if it is something people download by mistake.
  ///
  /// - Parameter head: The first bytes of the file, some hundred at most.
  /// - Returns: The kind in words, with what to do about it; nil when nothing is recognised.
  static func kind(of head: [UInt8]) -> (found: String, remedy: String)? {
    let bytes = Array(head.prefix(512))
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    let trimmed = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if trimmed.hasPrefix("<!doctype") || trimmed.hasPrefix("<html") || trimmed.hasPrefix("<head") {
      return (
        "an HTML page",
        "The download gave a web page instead of the file; fetch it again from its real address."
      )
    }
    if trimmed.hasPrefix("version https://git-lfs") {
      return (
        "a Git LFS pointer",
        "The repository holds only a pointer; run 'git lfs pull' there, or fetch the real file."
      )
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return ("a text in UTF-16", "Save it as UTF-8.")
    }
    for (magic, name) in signatures where bytes.starts(with: magic) {
      return (name, "Check which file goes where.")
    }
    return nil
  }

  /// Whether bytes are text in UTF-8 (or ASCII), as far as a part of a file can tell.
  static func isText(_ head: [UInt8]) -> Bool {
    !head.isEmpty && head.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
  }

  private static let signatures: [(magic: [UInt8], name: String)] = [
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive (perhaps a PyTorch checkpoint)"),
    ([0x1F, 0x8B], "a gzip archive"),
    ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    ([0x25, 0x50, 0x44, 0x46], "a PDF document"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program (ELF)"),
    (Array("{\n".utf8), "a JSON text"),
    (Array("{\"".utf8), "a JSON text"),
  ]
}
