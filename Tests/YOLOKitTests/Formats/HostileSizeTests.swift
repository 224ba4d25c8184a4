import Testing

@testable import YOLOKit

/// Small files that ask for huge networks: refused before any memory is taken (A26).
@Suite struct HostileSizeTests {
  /// One pixel of 3 channels, doubled 28 times.
  private static let wide =
    CfgText.net + "[avgpool]\n" + String(repeating: "[route]\nlayers=-1,-1\n", count: 28)
  private static let large = "[net]\nwidth=4096\nheight=4096\nchannels=3\n"
  private static let tables = "the tables of all such layers together"

  static let files = [
    MalformedFile(
      "filters times channels times size",
      CfgText.net
        + String(
          repeating: "[convolutional]\nfilters=100000\nsize=32\npad=1\n", count: 3),
      .invalidValue(line: 9), "layer 1 [convolutional]", "learned numbers in all"),
    MalformedFile(
      "many large layers",
      CfgText.net + "[avgpool]\n" + String(repeating: CfgText.convolution(40_000), count: 4),
      .invalidValue(line: 16), "parameters=1600000000", "at most 2147483647"),
    MalformedFile(
      "connected to everything", large + "[connected]\noutput=10000000\n",
      .invalidValue(line: 5), "parameters=503316480000000"),
    MalformedFile(
      "chain of upsamples",
      CfgText.net + "[avgpool]\n" + String(repeating: "[upsample]\nstride=1024\n", count: 9),
      .invalidValue(line: 8), "layer 2 [upsample]", "output=1048576 x 1048576 x 3"),
    MalformedFile(
      "padding",
      CfgText.layer("convolutional", "filters=1000000", "padding=4096", "dilation=1024", "size=2"),
      .invalidValue(line: 5), "output=", "at most 2147483647 numbers"),
    MalformedFile(
      "blur of a giant", wide + "[maxpool]\nsize=4096\npadding=8192\nstride=1\nantialiasing=1\n",
      .invalidValue(line: 62), "output=4098 x 4098 x 805306368"),
    MalformedFile(
      "pool of a giant", wide + "[maxpool]\nsize=4096\npadding=8192\nstride=1\n",
      .invalidValue(line: 62), "output=4098 x 4098 x 805306368"),
    MalformedFile(
      "blur of many channels", wide + "[maxpool]\nantialiasing=1\n", .invalidValue(line: 62),
      "1 x 1 x 805306368", tables),
    MalformedFile(
      "route of routes", wide + "[route]\nlayers=-1,-1,-1\n", .invalidValue(line: 62),
      "output=1 x 1 x 2415919104"),
    MalformedFile(
      "one reordering", large + "[reorg3d]\nstride=2\n", .invalidValue(line: 5),
      "4096 x 4096 x 3", tables),
    MalformedFile(
      "many reorderings",
      "[net]\nwidth=512\nheight=512\nchannels=1\n"
        + String(repeating: "[reorg]\n", count: 9000), .invalidValue(line: 69), "512 x 512 x 1",
      tables),
    MalformedFile(
      "weights of a shortcut",
      wide + "[avgpool]\n[shortcut]\nfrom=-2\nweights_type=per_feature\n",
      .invalidValue(line: 63), "[shortcut]", tables),
    MalformedFile(
      "many parts of channels",
      CfgText.net + CfgText.convolution(2)
        + String(
          repeating: "[route]\ngroups=2\nlayers=" + String(repeating: "0,", count: 900) + "\n",
          count: 1000), .invalidValue(line: 340), "at most 100000 steps"),
    MalformedFile(
      "a head of 100000 classes",
      CfgText.head(
        filters: 1, "classes=100000", "num=500", "anchors=" + String(repeating: "1,", count: 1000)),
      .invalidValue(line: 11), "(100000 classes + 5) x 500 anchors = 50002500"),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: files)
  func isRefused(file: MalformedFile) throws {
    let folder = try ModelFolder()
    let path = try folder.write(file.bytes, to: "a.cfg")
    file.expectError { _ = try Model.summary(configurationPath: path) }
    file.expectError {
      _ = try Model(
        configurationPath: path,
        weightsPath: folder.write(WeightsBytes(version: [0, 2, 5]).bytes, to: "a.weights"))
    }
  }

  @Test func batchesAreForTraining() throws {
    // A14: batch=64 changes nothing.
    let folder = try ModelFolder()
    let plain = try folder.write(CfgText.net + CfgText.convolution(4), to: "a.cfg")
    let batch = try folder.write(
      CfgText.net + "batch=64\nsubdivisions=1\n" + CfgText.convolution(4), to: "b.cfg")
    let (one, many) = try (
      Model(syntheticWeightsFor: plain, seed: 1), Model(syntheticWeightsFor: batch, seed: 1)
    )
    let plans = try (ExecutionPlan(one.network), ExecutionPlan(many.network))
    #expect(plans.0.arenaCount == plans.1.arenaCount)
    #expect(many.warnings.count == 1, "\(many.warnings)")
  }
}
