/// What a file is by its first bytes, whatever its name says.
public enum FileKind: String, Sendable, CaseIterable {
  /// A JPEG picture.
  case jpeg = "JPEG picture"
  /// A PNG picture.
  case png = "PNG picture"
  /// A GIF picture or animation.
  case gif = "GIF picture"
  /// A WebP picture or animation.
  case webp = "WebP picture"
  /// A Windows bitmap.
  case bmp = "BMP picture"
  /// A TIFF picture, among them many raw camera formats.
  case tiff = "TIFF picture"
  /// A HEIC or HEIF picture.
  case heic = "HEIC picture"
  /// An AVIF picture.
  case avif = "AVIF picture"
  /// A JPEG XL picture.
  case jpegXL = "JPEG XL picture"
  /// A JPEG 2000 picture.
  case jpeg2000 = "JPEG 2000 picture"
  /// A Netpbm picture (PBM, PGM, PPM, PAM).
  case netpbm = "Netpbm picture"
  /// A Windows icon.
  case icon = "Windows icon"
  /// A Photoshop document.
  case photoshop = "Photoshop document"
  /// An SVG drawing.
  case svg = "SVG drawing"
  /// A PDF document.
  case pdf = "PDF document"
  /// A video: MP4, QuickTime, Matroska, WebM or AVI.
  case video = "video"
  /// A web page.
  case html = "web page"
  /// The placeholder that Git keeps for a file in Large File Storage.
  case gitLFSPointer = "Git LFS pointer"
  /// A zip, gzip, xz or zstd archive.
  case archive = "archive"
  /// Plain text of no known format.
  case text = "text file"
  /// Bytes of no known format.
  case unknown = "file of unknown kind"

  /// What to do with a file of this kind where a picture is wanted.
  var remedy: String {
    switch self {
    case .jpeg, .png:
      "Read it as a picture."
    case .gif:
      "Convert it to PNG (of an animation, its first frame): magick 'in.gif[0]' out.png"
    case .webp:
      "Convert it to PNG (of an animation, its first frame): magick 'in.webp[0]' out.png"
    case .bmp:
      "Convert it to PNG: magick in.bmp out.png"
    case .tiff:
      "Convert it to PNG (of several pages, the first): magick 'in.tif[0]' out.png"
    case .jpegXL:
      "Convert it to PNG: djxl in.jxl out.png"
    case .jpeg2000, .netpbm, .icon, .photoshop:
      "Save it as JPEG or PNG in an image editor, or convert it with ImageMagick."
    case .heic:
      "Convert it to JPEG: heif-convert in.heic out.jpg"
    case .avif:
      "Convert it to PNG: avifdec in.avif out.png"
    case .svg:
      "Render it to PNG: rsvg-convert in.svg -o out.png"
    case .pdf:
      "Render a page to PNG: pdftoppm -png -singlefile in.pdf out"
    case .video:
      "Open it as a video, or take one frame out: ffmpeg -i in.mp4 -frames:v 1 out.png"
    case .html:
      "A download has brought a page in place of the picture; fetch the picture's own address."
    case .gitLFSPointer:
      "The picture itself was not fetched; run: git lfs pull"
    case .archive:
      "Unpack it and read the pictures in it."
    case .text, .unknown:
      "Check that this is the file you mean."
    }
  }
}
