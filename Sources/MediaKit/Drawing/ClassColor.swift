import Glibc

/// An sRGB colour, 0…1 per channel.
struct ClassColor: Equatable {
  var red: Double
  var green: Double
  var blue: Double

  /// The colour of a class: always the same one, and far from those of its neighbours.
  ///
  /// Hues advance by the golden angle, which never lands near a recent one, and lightness takes
  /// turns, which keeps apart the hues that come close later. Colours are chosen in OKLCH
  /// (Björn Ottosson, "A perceptual color space for image processing", 2020), where equal steps
  /// look equal.
  ///
  /// - Parameter index: The class index; any number.
  init(classIndex index: Int) {
    let position = Int(index.magnitude % 3600)
    let hue = Double(position) * 137.508 * Double.pi / 180
    let lightness = [0.76, 0.86, 0.56, 0.66][position % 4]
    // The most colourful one of this hue and lightness that a screen can show.
    var chroma = 0.24
    self.init(lightness: lightness, chroma: chroma, hue: hue)
    while !isDisplayable, chroma > 0 {
      chroma -= 0.004
      self.init(lightness: lightness, chroma: chroma, hue: hue)
    }
    red = Self.gammaEncoded(red)
    green = Self.gammaEncoded(green)
    blue = Self.gammaEncoded(blue)
  }

  /// Linear-light sRGB of an OKLCH colour, which may lie outside 0…1.
  private init(lightness: Double, chroma: Double, hue: Double) {
    let (a, b) = (chroma * cos(hue), chroma * sin(hue))
    let long = lightness + 0.3963377774 * a + 0.2158037573 * b
    let medium = lightness - 0.1055613458 * a - 0.0638541728 * b
    let short = lightness - 0.0894841775 * a - 1.2914855480 * b
    let (l, m, s) = (long * long * long, medium * medium * medium, short * short * short)
    red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
    green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
    blue = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
  }

  private var isDisplayable: Bool {
    let range = -0.0001...1.0001
    return range.contains(red) && range.contains(green) && range.contains(blue)
  }

  private static func gammaEncoded(_ linear: Double) -> Double {
    let value = min(max(linear, 0), 1)
    return value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
  }

  /// Whether black text on this colour has more contrast than white text, by the contrast ratio
  /// of WCAG 2.
  var prefersBlackText: Bool {
    let luminance =
      0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05)
  }

  private static func linear(_ encoded: Double) -> Double {
    encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }
}
