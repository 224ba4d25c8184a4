/// How the luma and chroma samples of a video picture stand for colours.
///
/// Nothing in such a picture's bytes tells, so whoever makes a ``PixelBuffer`` has to: the decoder or
/// the camera knows. With `Y`, `Cb` and `Cr` as fractions, `Y` in 0…1 and the chroma in -½…½,
///
/// ```
/// R = Y + 2 (1 - Kr) Cr
/// G = Y - 2 (1 - Kb) Kb / (1 - Kr - Kb) Cb - 2 (1 - Kr) Kr / (1 - Kr - Kb) Cr
/// B = Y + 2 (1 - Kb) Cb
/// ```
///
/// held within 0…1. Source: ITU-R BT.601-7 and BT.709-6.
public enum YCbCrEncoding: String, Sendable, CaseIterable {
  /// BT.601 in limited range: most standard-definition video and webcams.
  case bt601Limited
  /// BT.601 in full range: JPEG and Motion JPEG.
  case bt601Full
  /// BT.709 in limited range: most high-definition video.
  case bt709Limited
  /// BT.709 in full range.
  case bt709Full

  /// `Kr`, the share of red in luma.
  public var redShare: Double { isBT709 ? 0.2126 : 0.299 }

  /// `Kb`, the share of blue in luma.
  public var blueShare: Double { isBT709 ? 0.0722 : 0.114 }

  /// The luma sample of black: 16 in limited range, 0 in full range.
  public var blackLevel: Int { isFullRange ? 0 : 16 }

  /// Steps of the luma sample from black to white: 219 or 255.
  public var lumaSteps: Int { isFullRange ? 255 : 219 }

  /// Steps of a chroma sample from -½ to ½, around 128: 224 or 255.
  public var chromaSteps: Int { isFullRange ? 255 : 224 }

  private var isFullRange: Bool { self == .bt601Full || self == .bt709Full }

  private var isBT709: Bool { self == .bt709Limited || self == .bt709Full }
}
