/// Pieces of cfg files.
enum CfgText {
  /// Four lines, so that the first layer begins in line 5.
  static let net = "[net]\nwidth=32\nheight=32\nchannels=3\n"

  /// A net of one section after `[net]`, whose options begin in line 6.
  static func layer(_ name: String, _ options: String...) -> String {
    net + "[\(name)]\n" + options.map { $0 + "\n" }.joined()
  }

  /// A convolution of 1x1 pixels: five lines.
  static func convolution(_ filters: Int, stride: Int = 1) -> String {
    "[convolutional]\nfilters=\(filters)\nsize=1\nstride=\(stride)\nactivation=linear\n"
  }

  /// A net of a convolution (lines 5-9) and a head, whose options begin in line 11.
  static func head(_ name: String = "yolo", filters: Int, _ options: String...) -> String {
    net + convolution(filters) + "[\(name)]\n" + options.map { $0 + "\n" }.joined()
  }
}
