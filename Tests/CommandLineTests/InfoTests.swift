import Testing

@Suite struct InfoTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  @Test func textShowsLayersAndSizes() throws {
    let outcome = try fixture.program.run("info", "Weights/tiny.cfg")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    try Snapshot.expect(outcome.text, matches: "info-tiny")
  }

  @Test func byNameAndBesideMissingWeights() throws {
    let byName = try fixture.program.run("info", "tiny")
    #expect(byName.status == 0)
    #expect(byName.text.hasPrefix("./Weights/tiny.cfg: input 32 x 32 x 3\n"))
    try fixture.folder.write(TinyModel.configuration, to: "c.cfg")
    let alone = try fixture.program.run("info", "./c.cfg")
    #expect(alone.text.contains("(no file here)"))
    #expect(alone.text.contains("2, without names"))
    try fixture.folder.write([1, 2, 3], to: "c.weights")
    #expect(try fixture.program.run("info", "c.cfg").text.contains("but ./c.weights has 3"))
  }

  @Test func jsonHasTheSameNumbers() throws {
    let object = try fixture.program.run("info", "--json", "tiny").json()
    #expect(object["inputWidth"] as? Int == 32)
    // 8 filters of 3 x 3 x 3 with a bias, a scale, a mean and a variance each; 7 of 8 with a bias.
    let bytes = 20 + 4 * (8 * (27 + 4) + 7 * (8 + 1))
    let weights = try #require(object["weights"] as? [String: Any])
    #expect(weights["expectedBytes"] as? Int == bytes)
    #expect(weights["foundBytes"] as? Int == bytes)
    let names = try #require(object["names"] as? [String: Any])
    #expect(names["classes"] as? [String] == ["dog", "traffic light"])
    #expect(
      object.objects("layers").map { $0["kind"] as? String }
        == ["convolutional", "convolutional", "yolo"])
    let head = try #require(object.objects("heads").first)
    #expect(head["boxes"] as? Int == 1)
    #expect(head.objects("anchors").map { $0["width"] as? Double } == [16])
  }

  @Test func damagedWeightsAreAWarning() throws {
    var weights = TinyModel.weights()
    // The last number becomes a NaN.
    weights.replaceSubrange(weights.count - 4..<weights.count, with: [0, 0, 0xC0, 0x7F])
    try fixture.folder.write(weights, to: "bad.weights")
    let outcome = try fixture.program.run("info", "tiny", "--weights", "bad.weights")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("1  convolutional  7 filters"))
    #expect(outcome.text.contains("\nWarning: bad.weights: byte \(weights.count - 4): "))
  }

  @Test func anotherInputSize() throws {
    let object = try fixture.program.run("info", "--json", "tiny", "--input-size", "96x64").json()
    #expect(object["inputWidth"] as? Int == 96)
    #expect(object["inputHeight"] as? Int == 64)
    #expect(object.objects("heads").first?["boxes"] as? Int == 6)
  }

  @Test func aBrokenConfigurationSaysWhere() throws {
    try fixture.folder.write("[net]\nwidth=32\nheight=x\nchannels=3\n", to: "bad.cfg")
    let outcome = try fixture.program.run("info", "bad.cfg")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains("bad.cfg:3"))
  }
}
