import Foundation
import MediaKit
import Testing

@Suite struct DetectTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  @Test func textIsForPeople() throws {
    try fixture.writePictures("b.png", "a.jpg")
    let outcome = try fixture.detect("b.png", "a.jpg", "--classes", "dog")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.text == """
        b.png
          dog: 99%  (16, 24)-(48, 40)

        a.jpg
          dog: 99%  (16, 24)-(48, 40)

        """)
    let nothing = try fixture.detect("a.jpg", "--classes", "1")
    #expect(nothing.text == "a.jpg\n  no objects\n")
    #expect(nothing.status == 0)
  }

  @Test func jsonHasNumbers() throws {
    try fixture.writePictures("a.png")
    let outcome = try fixture.detect("--json", "a.png")
    let object = try outcome.json()
    let model = try #require(object["model"] as? [String: Any])
    #expect(model["name"] as? String == "tiny")
    #expect(model["inputWidth"] as? Int == 32)
    #expect(model["classes"] as? Int == 2)
    #expect(object.objects("errors").isEmpty)
    let image = try #require(object.objects("images").first)
    #expect(image["file"] as? String == "a.png")
    #expect(image["width"] as? Int == 64)
    #expect(image["height"] as? Int == 64)
    #expect(image["resize"] as? String == "letterbox")
    #expect(image["timing"] == nil)
    let detection = try #require(image.objects("detections").first)
    #expect(detection["class"] as? String == "dog")
    #expect(detection["classId"] as? Int == 0)
    let score = try #require(detection["score"] as? Double)
    #expect(abs(score - TinyModel.score) < 1e-4)
    let box = try #require(detection["box"] as? [Double])
    #expect(zip(box, [16, 24, 48, 40]).allSatisfy { abs($0 - $1) < 1e-3 }, "\(box)")
  }

  @Test func optionsReachTheDetector() throws {
    try fixture.writePictures("a.png")
    let count = { (options: [String]) in
      let arguments = ["detect", "--model", "tiny", "--json", "a.png"] + options
      let outcome = try fixture.program.run(arguments: arguments.map { Array($0.utf8) })
      return try outcome.json().objects("images").first?.objects("detections").count
    }
    #expect(try count([]) == 1)
    #expect(try count(["--threshold", "0.99"]) == 0)
    #expect(try count(["--threshold", "0.001"]) == 2)
    #expect(try count(["--threshold", "0.001", "--agnostic"]) == 1)
    #expect(try count(["--threshold", "0.001", "--max-results", "1"]) == 1)
    #expect(try count(["--exclude-classes", "0"]) == 0)
    #expect(try count(["--classes", "traffic light", "-t0.001", "--threads", "1"]) == 1)
    let stretched = try fixture.detect("--jsonl", "--resize", "stretch", "a.png").jsonLines()
    #expect(stretched.first?["resize"] as? String == "stretch")
    let larger = try fixture.detect("--json", "--input-size", "64x32", "a.png").json()
    #expect((larger["model"] as? [String: Any])?["inputWidth"] as? Int == 64)
    #expect((larger["model"] as? [String: Any])?["inputHeight"] as? Int == 32)
  }

  @Test func oneBadPictureDoesNotStopTheRest() throws {
    try fixture.writePictures("a.png", "c.jpg")
    try fixture.folder.write("not a picture", to: "b.jpg")
    let text = try fixture.detect("a.png", "b.jpg", "missing.jpg", "c.jpg")
    #expect(text.status == 1)
    #expect(text.text.hasPrefix("a.png\n  dog:"))
    #expect(text.text.contains("\n\nc.jpg\n  dog:"))
    #expect(text.errorText.contains("yolokit: b.jpg: is a text file"))
    #expect(text.errorText.contains("yolokit: missing.jpg: cannot be read: no such file"))
    let json = try fixture.detect("--json", "a.png", "b.jpg", "missing.jpg", "c.jpg")
    #expect(json.status == 1)
    let object = try json.json()
    #expect(object.objects("images").map { $0["file"] as? String } == ["a.png", "c.jpg"])
    let errors = object.objects("errors")
    #expect(errors.map { $0["file"] as? String } == ["b.jpg", "missing.jpg"])
    #expect((errors.first?["message"] as? String)?.hasPrefix("b.jpg: is a text file") == true)
    let lines = try fixture.detect("--jsonl", "a.png", "b.jpg", "c.jpg").jsonLines()
    #expect(lines.map { $0["error"] != nil } == [false, true, false])
    #expect(lines.map { $0["detections"] != nil } == [true, false, true])
  }

  @Test func allPicturesBadIsStillJSON() throws {
    let outcome = try fixture.detect("--json", "--timing", "x.jpg", "nothing*.png")
    #expect(outcome.status == 1)
    let object = try outcome.json()
    #expect(object.objects("images").isEmpty)
    #expect(object.objects("errors").count == 2)
  }

  @Test func truncatedPicturesOnRequest() throws {
    let jpeg = try StillImage.encode(Fixture.picture(), as: .jpeg())
    try fixture.folder.write(Array(jpeg.prefix(jpeg.count / 2)), to: "half.jpg")
    let refused = try fixture.detect("half.jpg")
    #expect(refused.status == 1)
    #expect(refused.errorText.contains("--allow-truncated"))
    #expect(try fixture.detect("--allow-truncated", "half.jpg").status == 0)
  }

  @Test func tooManyPixels() throws {
    try fixture.writePictures("a.png")
    let outcome = try fixture.detect("--max-pixels", "4095", "a.png")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("64x64 pixels, more than the limit of 4095"))
    #expect(outcome.errorText.contains("--max-pixels"))
    #expect(try fixture.detect("--max-pixels", "4096", "a.png").status == 0)
  }

  @Test func timingsAreToldOnRequest() throws {
    try fixture.writePictures("a.png", "b.png")
    let text = try fixture.detect("--timing", "a.png", "b.png")
    #expect(text.status == 0)
    #expect(!text.text.contains(" ms"))
    #expect(text.errorText.contains("yolokit: a.png: read "))
    #expect(text.errorText.contains("yolokit: model: load "))
    #expect(text.errorText.contains("yolokit: median of 2 pictures: read "))
    let object = try fixture.detect("--timing", "--json", "a.png").json()
    let timing = try #require(object.objects("images").first?["timing"] as? [String: Double])
    #expect(Set(timing.keys) == ["read", "preprocess", "network", "postprocess"])
    #expect(timing.values.allSatisfy { $0 >= 0 })
    let whole = try #require(object["timing"] as? [String: Any])
    #expect(whole["load"] is Double)
    #expect((whole["median"] as? [String: Double])?.keys.count == 4)
  }
}
