/// Pictures that have another size than their labels say: the boxes may not fit them.
struct OtherSizes {
  private var count = 0
  private var first = ""

  /// Compares a picture's size, in pixels, with that of its labels.
  mutating func check(_ picture: LabelledPictures.Picture, width: Int, height: Int) {
    guard let size = picture.labels.otherSize(width: width, height: height) else { return }
    if count == 0 {
      first =
        "\(picture.path) has \(width)x\(height) pixels, its labels are for "
        + "\(size.width)x\(size.height)"
    }
    count += 1
  }

  /// One sentence about all of them; nil where there are none.
  var warning: String? {
    guard count > 0 else { return nil }
    return first
      + (count > 1 ? ", and \(count - 1) more pictures have another size than their labels" : "")
      + "; check that they belong together."
  }
}
