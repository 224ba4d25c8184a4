import Testing

@testable import YOLOKit

/// Layers that do not fit what they read.
@Suite struct MisfittingLayerTests {
  private static let two = CfgText.net + CfgText.convolution(8) + CfgText.convolution(16, stride: 2)
  /// 500 pixels, five times halved and rounded up to 16; twice doubled that is 64, not 63.
  private static let odd =
    "[net]\nwidth=500\nheight=500\n"
    + String(repeating: CfgText.convolution(1, stride: 2), count: 5)
    + String(repeating: "[upsample]\nstride=2\n", count: 2) + "[route]\nlayers=-1,2\n"

  static let files = [
    MalformedFile(
      "A22 route before the first layer", two + "[route]\nlayers=-3\n", .invalidValue(line: 16),
      "layers=-3", "0…1 or -2…-1"),
    MalformedFile(
      "A22 route to a later layer", two + "[route]\nlayers=99\n", .invalidValue(line: 16),
      "layers=99", "a layer before this one"),
    MalformedFile(
      "A22 route to itself", two + "[route]\nlayers=2\n", .invalidValue(line: 16), "layers=2"),
    MalformedFile(
      "route from the first layer", CfgText.layer("route", "layers=-1"), .invalidValue(line: 6),
      "no earlier layer exists"),
    MalformedFile(
      "route far away", two + "[route]\nlayers=-9223372036854775808\n", .invalidValue(line: 16),
      "layers=-9223372036854775808"),
    MalformedFile(
      "route without layers", two + "[route]\n", .invalidValue(line: 15), "layers=(missing)"),
    MalformedFile(
      "route of nothing", two + "[route]\nlayers=\n", .invalidValue(line: 16), "layers=,"),
    MalformedFile(
      "A22 route of unlike sizes", two + "[route]\nlayers=-1,0\n", .invalidValue(line: 16),
      "join layer 1 of 16 x 16 x 16 with layer 0 of 32 x 32 x 8"),
    MalformedFile(
      "A24 500 x 500", odd, .invalidValue(line: 34), "join layer 6 of 64 x 64 x 1",
      "with layer 2 of 63 x 63 x 1", "500x500", "a width of 480 or 512"),
    MalformedFile(
      "A22 groups that do not divide", two + "[route]\nlayers=-1\ngroups=3\n",
      .invalidValue(line: 17), "groups=3", "a divisor of the 16 channels of layer 1"),
    MalformedFile(
      "A22 group_id out of range", two + "[route]\nlayers=-1\ngroups=2\ngroup_id=2\n",
      .invalidValue(line: 18), "group_id=2", "0…1"),
    MalformedFile(
      "A23 shortcut of unlike sizes",
      "[net]\nwidth=30\nheight=30\n" + CfgText.convolution(8) + CfgText.convolution(8, stride: 4)
        + "[shortcut]\nfrom=0\n", .invalidValue(line: 15), "from=0", "fit together"),
    MalformedFile(
      "A23 shortcut to nowhere", two + "[shortcut]\nfrom=-9\n", .invalidValue(line: 16),
      "from=-9", "a layer before this one"),
    MalformedFile(
      "shortcut without from", two + "[shortcut]\n", .invalidValue(line: 15), "from=(missing)"),
    MalformedFile(
      "convolution in groups", CfgText.layer("convolutional", "filters=10", "groups=5"),
      .invalidValue(line: 7), "groups=5", "a divisor of the 3 channels and the 10 filters"),
    MalformedFile(
      "window larger than the map", CfgText.layer("convolutional", "size=33"),
      .invalidValue(line: 6), "size=33", "32 x 32 x 3"),
    MalformedFile(
      "dilated beyond the map", CfgText.layer("convolutional", "size=3", "dilation=1024"),
      .invalidValue(line: 6), "size=3, expected a window, here of 2049 pixels"),
    MalformedFile(
      "pool without its padding", CfgText.layer("maxpool", "size=64", "padding=0"),
      .invalidValue(line: 6), "size=64", "of 64 pixels, that fits"),
    MalformedFile(
      "more channels than there are",
      CfgText.layer("maxpool", "maxpool_depth=1", "out_channels=4"), .invalidValue(line: 7),
      "out_channels=4", "at most the 3 channels"),
    MalformedFile(
      "sam of unlike maps", two + "[sam]\nfrom=0\n", .invalidValue(line: 16), "fit together"),
    MalformedFile(
      "scale_channels of a whole map", two + "[scale_channels]\nfrom=0\n",
      .invalidValue(line: 16), "fit together"),
    MalformedFile(
      "shared filters of another shape", two + "[convolutional]\nfilters=8\nshare_index=0\n",
      .invalidValue(line: 17), "share_index=0", "filters of the same shape"),
    MalformedFile(
      "reorg of odd channels", CfgText.layer("reorg", "stride=2"), .invalidValue(line: 6),
      "stride=2", "a stride that divides the map of 32 x 32 x 3"),
    MalformedFile(
      "reorg3d that does not divide", CfgText.layer("reorg3d", "stride=3"),
      .invalidValue(line: 6), "stride=3", "a stride that divides the map of 32 x 32 x 3"),
    MalformedFile(
      "upsample down that does not divide", CfgText.layer("upsample", "stride=-3"),
      .invalidValue(line: 6), "stride=-3"),
    MalformedFile(
      "softmax in groups", CfgText.layer("softmax", "groups=7"), .invalidValue(line: 6),
      "groups=7"),
  ]

  @Test(arguments: files)
  func isRefused(file: MalformedFile) throws {
    let folder = try ModelFolder()
    let path = try folder.write(file.bytes, to: "a.cfg")
    file.expectError { _ = try Model.summary(configurationPath: path) }
  }

  @Test func unlikeChannelsMayBeAdded() throws {
    // A23: Darknet adds over the channels that both have.
    let folder = try ModelFolder()
    let cfg =
      CfgText.net + CfgText.convolution(8) + CfgText.convolution(16) + "[shortcut]\nfrom=0\n"
    let path = try folder.write(cfg, to: "a.cfg")
    #expect(try Model.summary(configurationPath: path).summary.layers[2].outputShape.channels == 16)
  }

  @Test func inputsNeedNotBeMultiplesOf32() throws {
    // A24: 416x288, and 400x400 where only 16 matters.
    let folder = try ModelFolder()
    let halvings = String(repeating: CfgText.convolution(1, stride: 2), count: 4)
    let cfg = CfgText.net + halvings + "[upsample]\n[route]\nlayers=-1,2\n"
    let path = try folder.write(cfg, to: "a.cfg")
    for (width, height) in [(416, 288), (400, 400)] {
      let summary = try Model.summary(configurationPath: path, inputSize: (width, height)).summary
      #expect(
        summary.layers[5].outputShape
          == FeatureShape(height: height / 8, width: width / 8, channels: 2))
    }
  }
}
