/// A file format that ``StillImage`` writes.
public enum StillImageFormat: Sendable, Equatable {
  /// JPEG, baseline, with a quality of 1…100. From 90 up colour is kept at full resolution.
  case jpeg(quality: Int = 92)
  /// PNG, 8 bits a sample, with the picture's alpha if it has one.
  case png

  /// The format that a file name's extension stands for: `jpg`, `jpeg`, `jpe`, `jfif` or `png`
  /// in small or capital letters.
  init?(lowercasedExtension: String?, quality: Int) {
    switch lowercasedExtension {
    case "jpg", "jpeg", "jpe", "jfif": self = .jpeg(quality: quality)
    case "png": self = .png
    default: return nil
    }
  }
}
