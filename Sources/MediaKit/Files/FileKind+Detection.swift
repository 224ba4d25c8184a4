extension FileKind {
  /// Recognises a file by its first bytes.
  ///
  /// - Parameter bytes: The file, or its beginning; the first 512 bytes are looked at.
  public init(detecting bytes: [UInt8]) {
    let head = FileHead(bytes.prefix(512))
    self =
      Self.picture(head) ?? Self.container(head) ?? Self.document(head) ?? Self.plain(head)
  }

  private static func picture(_ head: FileHead) -> FileKind? {
    if head.has([0xFF, 0xD8]) { return .jpeg }
    // Also a signature damaged by a transfer in text mode; libpng says so in its error.
    if head.has([0x89, 0x50, 0x4E, 0x47]) { return .png }
    if head.has("GIF8") { return .gif }
    if head.has("RIFF"), head.has("WEBP", at: 8) { return .webp }
    // "BM" may begin any text, so the size of the header that follows has to be a known one.
    if head.has("BM"), let size = head.byte(at: 14), [12, 40, 52, 56, 64, 108, 124].contains(size),
      head.has([0, 0, 0], at: 15)
    {
      return .bmp
    }
    if head.has([0x49, 0x49, 0x2A, 0]) || head.has([0x4D, 0x4D, 0, 0x2A])
      || head.has([0x49, 0x49, 0x2B, 0]) || head.has([0x4D, 0x4D, 0, 0x2B])
    {
      return .tiff
    }
    if head.has([0xFF, 0x0A]) || head.has("JXL ", at: 4) { return .jpegXL }
    if head.has("jP  ", at: 4) || head.has([0xFF, 0x4F, 0xFF, 0x51]) { return .jpeg2000 }
    if head.has("8BPS") { return .photoshop }
    if head.has([0, 0, 1, 0]), let count = head.byte(at: 4), count > 0 { return .icon }
    if head.has("P"), let kind = head.byte(at: 1), (0x31...0x37).contains(kind),
      let gap = head.byte(at: 2), FileHead.isSpace(gap)
    {
      return .netpbm
    }
    return nil
  }

  private static func container(_ head: FileHead) -> FileKind? {
    if head.has("ftyp", at: 4) {
      if head.has("avif", at: 8) || head.has("avis", at: 8) { return .avif }
      for brand in ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
      where head.has(brand, at: 8) {
        return .heic
      }
      return .video
    }
    if head.has([0x1A, 0x45, 0xDF, 0xA3]) { return .video }
    if head.has("RIFF"), head.has("AVI ", at: 8) { return .video }
    let archives: [[UInt8]] = [
      [0x50, 0x4B, 3, 4], [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD],
    ]
    return archives.contains { head.has($0) } ? .archive : nil
  }

  private static func document(_ head: FileHead) -> FileKind? {
    if head.has("%PDF") { return .pdf }
    if head.has("version https://git-lfs") { return .gitLFSPointer }
    let text = head.loweredText
    if text.starts(with: "<svg".utf8) { return .svg }
    if text.starts(with: "<!doctype html".utf8) || text.starts(with: "<html".utf8) { return .html }
    guard text.starts(with: "<?xml".utf8) || text.starts(with: "<!".utf8) else { return nil }
    if FileHead.contains("<svg", in: text) { return .svg }
    return FileHead.contains("<html", in: text) ? .html : nil
  }

  private static func plain(_ head: FileHead) -> FileKind {
    head.isText ? .text : .unknown
  }
}

/// The first bytes of a file, for comparing with signatures.
private struct FileHead {
  private let bytes: [UInt8]

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = Array(bytes)
  }

  func byte(at index: Int) -> UInt8? {
    bytes.indices.contains(index) ? bytes[index] : nil
  }

  func has(_ signature: [UInt8], at start: Int = 0) -> Bool {
    bytes.dropFirst(start).starts(with: signature)
  }

  func has(_ signature: String, at start: Int = 0) -> Bool {
    bytes.dropFirst(start).starts(with: signature.utf8)
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  static func contains(_ word: String, in text: [UInt8]) -> Bool {
    let word = Array(word.utf8)
    return text.indices.contains { text[$0...].starts(with: word) }
  }

  /// The bytes without a byte order mark and leading space, ASCII letters in lower case.
  var loweredText: [UInt8] {
    let start = has([0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes.dropFirst(start).drop(while: Self.isSpace).map { byte in
      (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
  }

  /// Whether every byte may occur in UTF-8 text.
  var isText: Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        Self.isSpace(byte) || byte == 0x1B || (byte >= 0x20 && byte != 0x7F && byte < 0xF8)
      }
      && bytes.contains { $0 < 0x80 }
  }
}
