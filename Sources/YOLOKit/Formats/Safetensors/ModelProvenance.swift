/// Where a converted model came from.
public struct ModelProvenance: Sendable, Hashable {
  /// One file that the model was made of.
  public struct Source: Sendable, Hashable {
    /// The file's name, without its folder.
    public var name: String
    /// The file's length, in bytes.
    public var byteCount: Int
    /// The CRC-32 of its bytes, as ZIP archives have it.
    public var checksum: UInt32
  }

  /// The files.
  public var sources: [Source]
  /// The program that converted it, with its version.
  public var program: String

  /// Reads files for their lengths and checksums.
  ///
  /// - Parameters:
  ///   - paths: The files.
  ///   - program: The program that converts, with its version: `yolokit 0.1.0`.
  /// - Throws: ``ModelFormatError/unreadable(file:reason:)``.
  public init(paths: [String], program: String) throws(ModelFormatError) {
    self.program = program
    sources = []
    for path in paths {
      let file = try InputFile(path: path)
      var checksum = CRC32()
      var offset = 0
      while offset < file.size {
        let bytes = try file.bytes(at: offset, count: 1 << 20)
        guard !bytes.isEmpty else { break }
        checksum.update(bytes.span.bytes)
        offset += bytes.count
      }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      sources.append(Source(name: name, byteCount: offset, checksum: checksum.value))
    }
  }

  /// As it stands in the metadata.
  var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("program", program)
      writer.key("sources")
      writer.list { list in
        for source in sources {
          list.object { writer in
            writer.member("name", source.name)
            writer.member("bytes", source.byteCount)
            writer.member(
              "crc32", String(decoding: ConvertedFormat.digits(source.checksum), as: UTF8.self))
          }
        }
      }
    }
    return writer.text
  }
}
