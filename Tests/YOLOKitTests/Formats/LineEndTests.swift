import Testing

@testable import YOLOKit

/// The same cfg in other clothes gives the same network.
@Suite struct LineEndTests {
  private static let plain =
    CfgText.net + CfgText.convolution(18)
    + "[yolo]\nmask=0,1\nanchors=10,13, 16,30, 33,23\nclasses=4\nnum=3\nscale_x_y=1.05\n"

  private func layers(_ text: String) throws -> (ModelSummary, [String]) {
    let folder = try ModelFolder()
    return try Model.summary(configurationPath: folder.write(text, to: "a.cfg"))
  }

  private static func replaced(_ end: String) -> String {
    plain.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
  }

  @Test(arguments: [
    replaced("\r\n"), replaced("\r"), "\u{FEFF}" + plain, String(plain.dropLast()),
    "\u{FEFF}" + replaced("\r\n").dropLast(2), replaced("  \t\n\n"), replaced(" # a comment\n"),
    replaced(";comment=1\r\n"), replaced("\n \t "),
    plain.replacing("=", with: " \t= "), plain.replacing("[", with: " [ "),
  ])
  func changesNothing(text: String) throws {
    // A08, A09, A10
    let (found, foundWarnings) = try layers(text)
    let (expected, expectedWarnings) = try layers(Self.plain)
    #expect(found.layers.map(\.settings) == expected.layers.map(\.settings))
    #expect(found.layers.map(\.outputShape) == expected.layers.map(\.outputShape))
    #expect(found.heads.map(\.anchors) == expected.heads.map(\.anchors))
    #expect(found.expectedWeightBytes == expected.expectedWeightBytes)
    #expect(foundWarnings.isEmpty && expectedWarnings.isEmpty, "\(foundWarnings)")
  }

  @Test func ofTwoOptionsTheFirstCounts() throws {
    // A13: as in Darknet, with a warning that says where both are.
    let (summary, warnings) = try layers(
      "[net]\nwidth=64\nheight=32\nwidth = 32 # old\n" + CfgText.convolution(1))
    #expect(summary.inputShape.width == 64)
    let warning = try #require(warnings.first)
    #expect(warning.contains("a.cfg:4: width stands twice in this section"))
    #expect(warning.contains("the first one (line 2: 64) counts"))
  }

  @Test func misspeltOptionsAreWarnings() throws {
    let (_, warnings) = try layers(CfgText.layer("convolutional", "filtres=2", "Filters=3", "q=1"))
    #expect(warnings.count == 4)
    #expect(warnings[0].contains("a.cfg:6: [convolutional] has no option filtres, ignored"))
    #expect(warnings[0].contains("did you mean filters?"))
    #expect(warnings[1].contains("did you mean filters?"))
    #expect(!warnings[2].contains("did you mean"))
  }

  @Test func aFloodOfWarningsIsCounted() throws {
    let (_, warnings) = try layers(
      CfgText.net + String(repeating: "width=1\n", count: 400_000) + CfgText.convolution(1))
    #expect(warnings.count == WarningList.limit + 1)
    #expect(warnings.last?.hasSuffix("more warnings of this kind") == true)
  }
}
