import Testing

@testable import YOLOKit

/// Values that are no numbers, or numbers out of range.
@Suite struct MalformedValueTests {
  private static func net(_ width: String, _ height: String, _ channels: String = "3") -> String {
    "[net]\nwidth=\(width)\nheight=\(height)\nchannels=\(channels)\n" + CfgText.convolution(1)
  }

  static let inputs = [
    MalformedFile("A26 width=0", net("0", "32"), .invalidValue(line: 2), "width=0", "1…65536"),
    MalformedFile("height below 0", net("32", "-32"), .invalidValue(line: 3), "height=-32"),
    MalformedFile("width above 65536", net("65537", "32"), .invalidValue(line: 2), "width=65537"),
    MalformedFile(
      "no width", "[net]\nheight=32\n" + CfgText.convolution(1), .invalidValue(line: 1),
      "width=(missing)", "a whole number in 1…65536"),
    MalformedFile("empty width", net("", "32"), .invalidValue(line: 2), "width=,", "whole number"),
    MalformedFile("A25 channels=2", net("32", "32", "2"), .invalidValue(line: 4), "1 (grey) or 3"),
    MalformedFile("channels=0", net("32", "32", "0"), .invalidValue(line: 4), "channels=0"),
    MalformedFile(
      "A26 giant input", net("65536", "65536"), .invalidValue(line: 2), "65536 x 65536 x 3",
      "use a smaller width and height"),
  ]

  static let numbers = [
    MalformedFile(
      "A26 stride=0", CfgText.layer("convolutional", "stride=0"), .invalidValue(line: 6),
      "layer 0 [convolutional]", "stride=0", "1…1024"),
    MalformedFile(
      "stride_x=0", CfgText.layer("maxpool", "stride_x=0"), .invalidValue(line: 6), "stride_x=0"),
    MalformedFile(
      "A26 size=-1", CfgText.layer("convolutional", "size=-1"), .invalidValue(line: 6), "size=-1"),
    MalformedFile(
      "A26 filters=2147483647", CfgText.layer("convolutional", "filters=2147483647"),
      .invalidValue(line: 6), "filters=2147483647", "1…1000000"),
    MalformedFile(
      "filters=0", CfgText.layer("convolutional", "filters=0"), .invalidValue(line: 6),
      "filters=0"),
    MalformedFile(
      "beyond 64 bits", CfgText.layer("convolutional", "filters=99999999999999999999"),
      .invalidValue(line: 6), "filters=99999999999999999999"),
    MalformedFile(
      "1e40", CfgText.layer("convolutional", "filters=1e40"), .invalidValue(line: 6), "1e40"),
    MalformedFile(
      "half a filter", CfgText.layer("convolutional", "filters=1.5"), .invalidValue(line: 6),
      "filters=1.5", "a whole number"),
    MalformedFile(
      "nan", CfgText.layer("convolutional", "filters=nan"), .invalidValue(line: 6), "filters=nan"),
    MalformedFile(
      "inf", CfgText.layer("convolutional", "size=inf"), .invalidValue(line: 6), "size=inf"),
    MalformedFile(
      "hexadecimal", CfgText.layer("convolutional", "size=0x3"), .invalidValue(line: 6),
      "size=0x3", "whole number"),
    MalformedFile(
      "a number and more", CfgText.layer("convolutional", "size=3x3"), .invalidValue(line: 6),
      "size=3x3"),
    MalformedFile(
      "a flag in words", CfgText.layer("convolutional", "batch_normalize=yes"),
      .invalidValue(line: 6), "batch_normalize=yes"),
    MalformedFile(
      "A18 decimal comma", CfgText.head(filters: 6, "classes=1", "anchors=1,1", "scale_x_y=1,05"),
      .invalidValue(line: 13), "scale_x_y=1,05", "with a decimal point: 1.05"),
    MalformedFile(
      "scale of 1e400", CfgText.head(filters: 6, "classes=1", "anchors=1,1", "scale_x_y=1e400"),
      .invalidValue(line: 13), "scale_x_y=1e400"),
    MalformedFile(
      "scale that is no number",
      CfgText.head(filters: 6, "classes=1", "anchors=1,1", "scale_x_y=nan"),
      .invalidValue(line: 13), "scale_x_y=nan", "a number in 0.01…100.0"),
    MalformedFile(
      "temperature=0", CfgText.layer("softmax", "temperature=0"), .invalidValue(line: 6),
      "temperature=0"),
    MalformedFile(
      "A26 upsample stride=0", CfgText.layer("upsample", "stride=0"), .invalidValue(line: 6),
      "stride=0"),
    MalformedFile(
      "A11 unknown activation", CfgText.layer("convolutional", "activation=mosh"),
      .unsupported(line: 6), "activation=mosh", "Did you mean mish?"),
    MalformedFile(
      "A11 activation without a neighbour", CfgText.layer("convolutional", "activation=qqqqqq"),
      .unsupported(line: 6), "Supported are elu, gelu"),
    MalformedFile(
      "empty activation", CfgText.layer("convolutional", "activation="), .unsupported(line: 6),
      "Supported are"),
    MalformedFile(
      "binary weights", CfgText.layer("convolutional", "xnor=1"), .unsupported(line: 6), "xnor=1",
      "Only plain convolutions"),
    MalformedFile(
      "antialiasing=2", CfgText.layer("convolutional", "antialiasing=2"), .unsupported(line: 6),
      "antialiasing=2"),
    MalformedFile(
      "list of letters", CfgText.layer("route", "layers=a,b"), .invalidValue(line: 6),
      "layers=a,b", "whole numbers with commas"),
    MalformedFile(
      "list with a hole", CfgText.layer("route", "layers=-1,,-1"), .invalidValue(line: 6),
      "layers=-1,,-1"),
    MalformedFile(
      "endless list",
      CfgText.layer("route", "layers=" + String(repeating: "0,", count: 500_000)),
      .invalidValue(line: 6), "at most 1000 items, found 500000"),
    MalformedFile(
      "weights_type",
      CfgText.net + CfgText.convolution(1) + CfgText.convolution(1)
        + "[shortcut]\nfrom=-2\nweights_type=some\n", .invalidValue(line: 17), "weights_type=some"),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: inputs + numbers)
  func isRefused(file: MalformedFile) throws {
    let folder = try ModelFolder()
    let path = try folder.write(file.bytes, to: "a.cfg")
    file.expectError { _ = try Model.summary(configurationPath: path) }
  }

  @Test(arguments: [(0, 32), (32, -1), (65_537, 32), (Int.max, Int.max), (Int.min, 1)])
  func theCallersSizeIsCheckedToo(width: Int, height: Int) throws {
    let folder = try ModelFolder()
    let path = try folder.write(CfgText.net + CfgText.convolution(1), to: "a.cfg")
    let expected = MalformedFile(
      "input size", "", .invalidValue(line: 1), "input size=\(width)x\(height)", "1…65536")
    expected.expectError {
      _ = try Model.summary(configurationPath: path, inputSize: (width, height))
    }
    expected.expectError {
      _ = try Model(syntheticWeightsFor: path, seed: 1, inputSize: (width, height))
    }
  }

  @Test func numbersInOtherSpellings() throws {
    let folder = try ModelFolder()
    let path = try folder.write(
      "[net]\nwidth=+3.2e1\nheight=32.0\n[convolutional]\nfilters=1e1\nsize=1.\n", to: "a.cfg")
    let summary = try Model.summary(configurationPath: path).summary
    #expect(summary.inputShape == FeatureShape(height: 32, width: 32, channels: 3))
    #expect(summary.layers[0].outputShape.channels == 10)
  }
}
