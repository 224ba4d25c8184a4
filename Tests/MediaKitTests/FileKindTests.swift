import Foundation
import MediaKit
import Testing

@Suite struct FileKindTests {
  static let ftyp = "\0\0\0\u{18}ftyp"

  static let beginnings: [(String, FileKind)] = [
    ("GIF89a\u{1}\0\u{1}\0", .gif), ("GIF87a", .gif), ("RIFF\0\0\0\0WEBPVP8 ", .webp),
    ("II*\0\u{8}\0\0\0", .tiff), ("MM\0*\0\0\0\u{8}", .tiff), ("II+\0", .tiff),
    ("MM\0+", .tiff), (ftyp + "heic", .heic), (ftyp + "mif1", .heic), (ftyp + "avif", .avif),
    (ftyp + "avis", .avif), (ftyp + "isom", .video), (ftyp + "qt  ", .video),
    ("RIFF\0\0\0\0AVI LIST", .video), ("\0\0\0\u{C}jP  \r\n", .jpeg2000),
    ("\0\0\0\u{C}JXL \r\n", .jpegXL), ("8BPS\0\u{1}", .photoshop), ("\0\0\u{1}\0\u{1}\0", .icon),
    ("P6\n2 2\n255\n", .netpbm), ("P3 1 1", .netpbm), ("PK\u{3}\u{4}", .archive),
    ("%PDF-1.7\n", .pdf), ("<svg xmlns='http://www.w3.org/2000/svg'/>", .svg),
    ("<?xml version='1.0'?>\n<!-- a --><svg width='1'/>", .svg),
    ("\u{FEFF}\n <!DOCTYPE html><html>", .html), ("<HTML><body>404</body>", .html),
    ("<?xml version='1.0'?><html xmlns='x'>", .html),
    ("<!-- saved --><html>", .html),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", .gitLFSPointer),
    ("hello, world\n", .text), ("BMW is a car\n", .text), ("Привет\n", .text),
    ("Portrait\n", .text), ("{\"error\": 404}", .text), ("\u{0}\u{1}\u{2}", .unknown),
  ]

  @Test(arguments: beginnings)
  func recognises(beginning: String, kind: FileKind) {
    #expect(FileKind(detecting: Array(beginning.utf8)) == kind)
  }

  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg), ([0x89, 0x50, 0x4E, 0x47, 0x0D], .png),
      ([0x1A, 0x45, 0xDF, 0xA3, 1], .video), ([0x1F, 0x8B, 8], .archive),
      ([0x28, 0xB5, 0x2F, 0xFD], .archive), ([0xFF, 0x0A], .jpegXL),
      ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000), ([0xFE, 0xFF], .unknown), ([], .unknown),
      (Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2], .bmp),
    ] as [([UInt8], FileKind)])
  func recognises(bytes: [UInt8], kind: FileKind) {
    #expect(FileKind(detecting: bytes) == kind)
  }

  /// Each kind is refused by its name, with something to do about it.
  @Test(arguments: beginnings)
  func refusesByName(beginning: String, kind: FileKind) {
    let error = MediaError.unsupportedKind(file: "a.jpg", kind: kind)
    #expect(throws: error) { try StillImage.decode(Array(beginning.utf8), name: "a.jpg") }
    #expect(error.description.hasPrefix("a.jpg: is a \(kind.rawValue), expected a JPEG or PNG"))
    #expect(error.description.count > 70)
  }

  /// The name never matters for reading.
  @Test(arguments: [("jpeg-420.jpg", "a.png"), ("png-type2-8bit.png", "a.jpg")])
  func readsUnderWrongName(fixture: String, name: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/\(name)"
      try FileManager.default.copyItem(atPath: Fixtures.path(fixture), toPath: path)
      #expect(try areSame(StillImage.read(path), StillImage.read(Fixtures.path(fixture))))
    }
  }
}
