/// A ZIP archive as PyTorch writes it: stored entries, or deflated ones that other tools made.
///
/// Source: PKWARE's APPNOTE 6.3.9. The directory at the file's end is the only truth; every entry has
/// to lie in the file by itself, so that overlapping entries and entries that claim more than they
/// hold are refused before anything is taken for them.
struct ZipArchive {
  /// The file's path.
  let path: String
  /// The entries by name.
  let entries: [String: Entry]
  private let file: InputFile

  /// One file of the archive.
  struct Entry {
    let name: String
    /// Its bytes in the archive, and unpacked.
    let packedSize: Int
    let size: Int
    /// 0 stored, 8 deflated.
    let method: Int
    let checksum: UInt32
    /// Where its local header lies.
    let headerOffset: Int
  }

  /// The most entries that an archive may have.
  static let entryLimit = 100_000

  /// Reads the directory of an archive.
  ///
  /// - Throws: ``ModelFormatError``.
  init(_ file: InputFile) throws(ModelFormatError) {
    self.file = file
    path = file.path
    let directory = try Self.directory(of: file)
    var cursor = ByteCursor(
      try file.bytes(at: directory.offset, count: directory.size))
    var entries: [String: Entry] = [:]
    for _ in 0..<directory.count {
      guard let entry = Self.entry(&cursor) else {
        throw Self.damaged(file, "its directory ends too early")
      }
      guard entry.isSupported else {
        throw Self.damaged(file, "\"\(shortened(entry.value.name))\" is packed in an unknown way")
      }
      guard entries.updateValue(entry.value, forKey: entry.value.name) == nil else {
        throw Self.damaged(file, "it holds \"\(shortened(entry.value.name))\" twice")
      }
    }
    self.entries = entries
    try checkPlaces(directoryOffset: directory.offset)
  }

  /// The bytes of an entry, unpacked and checked.
  ///
  /// - Parameters:
  ///   - name: The entry.
  ///   - limit: The most bytes that are taken.
  /// - Returns: The bytes.
  /// - Throws: ``ModelFormatError``.
  func contents(of name: String, limit: Int) throws(ModelFormatError) -> [UInt8] {
    guard let entry = entries[name] else {
      throw Self.damaged(file, "it has no \"\(shortened(name))\"")
    }
    guard entry.size <= limit else {
      throw Self.damaged(
        file, "\"\(shortened(name))\" is \(entry.size) bytes long; at most \(limit) make sense")
    }
    let packed = try file.bytes(at: try dataOffset(of: entry), count: entry.packedSize)
    guard packed.count == entry.packedSize else {
      throw Self.damaged(file, "\"\(shortened(name))\" ends too early")
    }
    var contents = packed
    if entry.method == 8 {
      guard let unpacked = Inflate.inflate(packed, size: entry.size) else {
        throw Self.damaged(file, "\"\(shortened(name))\" does not unpack to \(entry.size) bytes")
      }
      contents = unpacked
    }
    guard CRC32.checksum(contents) == entry.checksum else {
      throw Self.damaged(
        file, "the checksum of \"\(shortened(name))\" is wrong: some of its bytes have changed")
    }
    return contents
  }

  /// An error about a file that is no sound archive.
  static func damaged(_ file: InputFile, _ what: String) -> ModelFormatError {
    .wrongKind(
      file: file.path, found: "a damaged ZIP archive (\(what))",
      expected: "a PyTorch checkpoint", remedy: "Fetch or copy the file again.")
  }

  // MARK: - The directory

  /// Finds the directory: its place, length and number of entries, also where they need 64 bits.
  private static func directory(
    of file: InputFile
  ) throws(ModelFormatError) -> (offset: Int, size: Int, count: Int) {
    let tailLength = min(file.size, 65_557 + 20)
    let tailStart = file.size - tailLength
    let tail = try file.bytes(at: tailStart, count: tailLength)
    let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    var place = tail.count - 22
    while place >= 0, !tail[place...].starts(with: signature) { place -= 1 }
    guard place >= 0 else {
      throw .wrongKind(
        file: file.path, found: "a ZIP archive without its directory (\(file.size) bytes)",
        expected: "a PyTorch checkpoint",
        remedy: "The file is cut short: the download or copy did not finish; fetch it again.")
    }
    var cursor = ByteCursor(tail, from: place + 8)
    _ = cursor.int(2)
    guard var count = cursor.int(2), var size = cursor.int(4), var offset = cursor.int(4) else {
      throw damaged(file, "its directory cannot be found")
    }
    if place >= 20, count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF {
      (offset, size, count) = try wideDirectory(of: file, locator: tail, at: place - 20)
    }
    guard count <= entryLimit, let end = CheckedArithmetic.sum(offset, size),
      end <= tailStart + place, size >= count * 46
    else { throw damaged(file, "its directory claims impossible sizes") }
    return (offset, size, count)
  }

  private static func wideDirectory(
    of file: InputFile, locator: [UInt8], at place: Int
  ) throws(ModelFormatError) -> (Int, Int, Int) {
    var cursor = ByteCursor(locator, from: place)
    guard cursor.number(4) == 0x0706_4B50, cursor.number(4) != nil, let record = cursor.int(8)
    else {
      throw damaged(file, "its 64-bit directory cannot be found")
    }
    var wide = ByteCursor(try file.bytes(at: record, count: 56))
    guard wide.number(4) == 0x0606_4B50, wide.seek(32), let count = wide.int(8),
      let size = wide.int(8), let offset = wide.int(8)
    else { throw damaged(file, "its 64-bit directory cannot be read") }
    return (offset, size, count)
  }

  /// The next entry of the directory; nil where it ends too early.
  private static func entry(_ cursor: inout ByteCursor) -> (value: Entry, isSupported: Bool)? {
    guard cursor.number(4) == 0x0201_4B50, cursor.take(4) != nil, let flags = cursor.int(2),
      let method = cursor.int(2), cursor.take(4) != nil, let checksum = cursor.number(4),
      var packedSize = cursor.int(4), var size = cursor.int(4), let nameLength = cursor.int(2),
      let extraLength = cursor.int(2), let commentLength = cursor.int(2), cursor.take(8) != nil,
      var offset = cursor.int(4), let name = cursor.take(nameLength),
      let extra = cursor.take(extraLength), cursor.take(commentLength) != nil
    else { return nil }
    // The 64-bit field holds those of the three numbers that did not fit, in this order.
    var field = ByteCursor(Array(extra))
    while let id = field.int(2), let length = field.int(2), let data = field.take(length) {
      guard id == 1 else { continue }
      var wide = ByteCursor(Array(data))
      if size == 0xFFFF_FFFF { size = wide.int(8) ?? -1 }
      if packedSize == 0xFFFF_FFFF { packedSize = wide.int(8) ?? -1 }
      if offset == 0xFFFF_FFFF { offset = wide.int(8) ?? -1 }
    }
    guard size >= 0, packedSize >= 0, offset >= 0 else { return nil }
    let entry = Entry(
      name: String(decoding: name, as: UTF8.self), packedSize: packedSize, size: size,
      method: method, checksum: UInt32(truncatingIfNeeded: checksum), headerOffset: offset)
    let isEncrypted = flags & 1 != 0
    let isHonest = method != 0 || size == packedSize
    return (entry, !isEncrypted && isHonest && (method == 0 || method == 8))
  }

  // MARK: - The entries

  /// Refuses entries that overlap or leave the file.
  private func checkPlaces(directoryOffset: Int) throws(ModelFormatError) {
    var end = 0
    for entry in entries.values.sorted(by: { $0.headerOffset < $1.headerOffset }) {
      // A local header has at least 30 bytes and the name.
      guard entry.headerOffset >= end,
        let start = CheckedArithmetic.sum(entry.headerOffset, 30 + entry.name.utf8.count),
        let next = CheckedArithmetic.sum(start, entry.packedSize), next <= directoryOffset
      else { throw Self.damaged(file, "\"\(shortened(entry.name))\" overlaps another part") }
      end = next
    }
  }

  /// Where the bytes of an entry begin.
  func dataOffset(of entry: Entry) throws(ModelFormatError) -> Int {
    var header = ByteCursor(try file.bytes(at: entry.headerOffset, count: 30))
    guard header.number(4) == 0x0403_4B50, header.seek(26), let nameLength = header.int(2),
      let extraLength = header.int(2)
    else { throw Self.damaged(file, "\"\(shortened(entry.name))\" is not where it should be") }
    return entry.headerOffset + 30 + nameLength + extraLength
  }
}
