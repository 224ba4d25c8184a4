/// Whole numbers that make colours of luma and chroma samples.
///
/// With `Y` less the black level and the chroma samples less 128,
/// `red = (luma Y + redToRed Cr) / 2^20`, and so on, rounded to the nearest and held within 0…255. A
/// factor is off by half of 2^-20 at the most, so a colour by 0.0004 before it is rounded.
package struct YCbCrFactors: Hashable, Sendable {
  /// The luma sample of black.
  package let blackLevel: Int32
  package let luma: Int32
  package let redToRed: Int32
  package let blueToGreen: Int32
  package let redToGreen: Int32
  package let blueToBlue: Int32

  /// Computes the factors.
  ///
  /// - Parameters:
  ///   - redShare: The share of red in luma, within 0…0.5.
  ///   - blueShare: The share of blue in luma, within 0…0.5.
  ///   - blackLevel: The luma sample of black.
  ///   - lumaSteps: Steps of luma from black to white, at least 200.
  ///   - chromaSteps: Steps of chroma from one end to the other, at least 200.
  package init(
    redShare: Double, blueShare: Double, blackLevel: Int, lumaSteps: Int, chromaSteps: Int
  ) {
    precondition((0...0.5).contains(redShare) && (0...0.5).contains(blueShare))
    precondition(lumaSteps >= 200 && chromaSteps >= 200 && (0...255).contains(blackLevel))
    let greenShare = 1 - redShare - blueShare
    let chroma = 255 / Double(chromaSteps)
    let fixed = { (factor: Double) in
      Int32((factor * Double(1 << 20)).rounded())
    }
    self.blackLevel = Int32(blackLevel)
    luma = fixed(255 / Double(lumaSteps))
    redToRed = fixed(2 * (1 - redShare) * chroma)
    blueToGreen = fixed(-2 * (1 - blueShare) * blueShare / max(greenShare, 0.1) * chroma)
    redToGreen = fixed(-2 * (1 - redShare) * redShare / max(greenShare, 0.1) * chroma)
    blueToBlue = fixed(2 * (1 - blueShare) * chroma)
  }
}
