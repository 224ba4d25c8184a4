import Foundation
import MediaKit
import Testing

/// `yolokit evaluate` with a model whose one box is known by hand: a dog at (16, 24)-(48, 40).
@Suite struct EvaluateTests {
  private let fixture: Fixture

  init() throws {
    fixture = try Fixture()
    try fixture.writePictures("images/a.png", "images/b.png")
  }

  private func evaluate(_ arguments: String...) throws -> ProgramUnderTest.Outcome {
    let all = ["evaluate", "--model", "tiny", "--images", "images"] + arguments
    return try fixture.program.run(arguments: all.map { Array($0.utf8) })
  }

  /// A COCO file for both pictures; only the first one has its dog where the model sees it.
  private func writeCOCO(
    names: [String] = ["b.png", "a.png"], category: String = "dog", size: Int = 64
  ) throws {
    let images = names.enumerated().map {
      #"{"id": \#($0 + 1), "file_name": "\#($1)", "width": \#(size), "height": 64}"#
    }
    let text = """
      {"images": [\(images.joined(separator: ", "))],
       "categories": [{"id": 18, "name": "\(category)"}],
       "annotations": [
        {"id": 1, "image_id": 1, "category_id": 18, "bbox": [16, 24, 32, 16], "area": 500},
        {"id": 2, "image_id": 2, "category_id": 18, "bbox": [0, 0, 9, 9], "area": 80},
        {"id": 3, "image_id": 2, "category_id": 18, "bbox": [0, 0, 64, 64], "area": 4000,
         "iscrowd": 1}]}
      """
    try fixture.folder.write(text, to: "coco.json")
  }

  private func writeYOLO() throws {
    try fixture.folder.write("0 0.5 0.5 0.5 0.25\n", to: "labels/a.txt")
    try fixture.folder.write("0 0.1 0.1 0.1 0.1\n1 0.9 0.9 0.1 0.1\n", to: "labels/b.txt")
  }

  @Test func oneFileCannotBeBothResults() throws {
    try writeCOCO()
    let outcome = try evaluate(
      "--labels", "coco.json", "--output", "both.png", "--plot", "both.png")
    #expect(outcome.status == 2)
    #expect(outcome.errorText.contains("--output and --plot exclude each other"))
  }

  @Test func tooManyThreadsAreAMistakeOfTheCommandLine() throws {
    let outcome = try evaluate("--labels", "coco.json", "--threads", "257")
    #expect(outcome.status == 2)
    #expect(outcome.errorText.contains("found \"257\", expected a whole number in 1…256"))
  }

  @Test func cocoNumbers() throws {
    try writeCOCO()
    let outcome = try evaluate("--labels", "coco.json", "--json")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let object = try outcome.json()
    #expect(object["method"] as? String == "coco")
    #expect((object["model"] as? [String: Any])?["name"] as? String == "tiny")
    let counts = ["images", "labels", "crowds", "detections"].map { object[$0] as? Int }
    #expect(counts == [2, 2, 1, 4])
    // Half of the dogs are found before anything wrong: precision 1 at recalls up to 0.5. The box in
    // the other picture lies in the crowd and does not count.
    for name in ["mAP50-95", "mAP50", "mAP75"] {
      let value = try #require(object[name] as? Double)
      #expect(abs(value - 51.0 / 101) < 1e-9, "\(name) \(value)")
    }
    #expect(object["AR100"] as? Double == 0.5)
    #expect(object["mAP50-95Large"] is NSNull)
    let row = try #require(object.objects("perClass").first)
    #expect(object.objects("perClass").count == 1)
    #expect(row["class"] as? String == "dog" && row["labels"] as? Int == 2)
    let options = try #require(object["options"] as? [String: Any])
    #expect(abs((options["threshold"] as? Double ?? 0) - 0.001) < 1e-8)
    #expect(abs((options["iou"] as? Double ?? 0) - 0.45) < 1e-6)
  }

  @Test func textHasTables() throws {
    try writeCOCO()
    let outcome = try evaluate("--labels", "coco.json", "--per-class")
    #expect(
      outcome.text == """
        tiny, 2 pictures with 2 objects and 1 crowd (COCO method):

                      all  small  medium  large
          mAP50-95  0.505  0.505       -      -
          mAP50     0.505
          mAP75     0.505
          AR1       0.500
          AR10      0.500
          AR100     0.500  0.500       -      -

          Class  Objects  AP50-95   AP50   AP75  AR100
          dog          2    0.505  0.505  0.505  0.500

        """)
    #expect(outcome.errors.isEmpty)
  }

  @Test func yoloFoldersGetTheYOLOv5Method() throws {
    try writeYOLO()
    let object = try evaluate("--labels", "labels", "--json").json()
    #expect(object["method"] as? String == "yolov5")
    #expect(object["labels"] as? Int == 3)
    let (precision, recall) = (object["precision"] as? Double, object["recall"] as? Double)
    // One of two dogs and no traffic light: all finds of dogs have the same score.
    #expect(precision.map { abs($0 - 0.25) < 1e-9 } == true, "\(String(describing: precision))")
    #expect(recall.map { abs($0 - 0.25) < 1e-9 } == true, "\(String(describing: recall))")
    #expect(object["mAP75"] == nil)
    let coco = try evaluate("--labels", "labels", "--json", "--method", "coco").json()
    #expect(coco["method"] as? String == "coco" && coco["mAP75"] is Double)
    let none = try evaluate("--labels", "labels", "--json", "--threshold", "0.999").json()
    #expect(none["detections"] as? Int == 0)
    #expect(none["mAP50"] as? Double == 0 && none["bestScore"] is NSNull)
  }

  @Test func missingLabelFilesMeanNoObjects() throws {
    try fixture.folder.write("0 0.5 0.5 0.5 0.25\n", to: "labels/a.txt")
    let outcome = try evaluate("--labels", "labels", "--json")
    #expect(outcome.status == 0)
    #expect(try outcome.json()["images"] as? Int == 2)
    #expect(try outcome.json()["labels"] as? Int == 1)
  }

  @Test func listsNamePictures() throws {
    try writeYOLO()
    try fixture.folder.write("b.png\nimages/a.png\n", to: "images/list.txt")
    let arguments = ["evaluate", "--model", "tiny", "--labels", "labels", "--json", "--images"]
    let run = { (value: String, input: String) in
      try fixture.program.run(
        arguments: (arguments + [value]).map { Array($0.utf8) }, input: Array(input.utf8))
    }
    #expect(try run("images/list.txt", "").json()["images"] as? Int == 2)
    #expect(try run("-", "images/a.png\nimages/a.png\n").json()["images"] as? Int == 1)
    #expect(try run("images/a*.png", "").json()["labels"] as? Int == 1)
  }

  @Test func unreadablePicturesFailUnlessSkipped() throws {
    try writeYOLO()
    try fixture.folder.write("no picture", to: "images/c.jpg")
    let failed = try evaluate("--labels", "labels", "--json")
    #expect(failed.status == 1)
    #expect(failed.errorText.contains("yolokit: images/c.jpg: is a text file"))
    #expect(try failed.json()["images"] as? Int == 2)
    #expect(try failed.json().objects("errors").count == 1)
    let skipped = try evaluate("--labels", "labels", "--json", "--skip-unreadable")
    #expect(skipped.status == 0)
    #expect(skipped.errorText.contains("warning: left out: images/c.jpg"))
    #expect(try skipped.json().objects("skipped").count == 1)
    #expect(try skipped.json()["mAP50"] as? Double == failed.json()["mAP50"] as? Double)
  }

  @Test func whatDoesNotFitIsToldOf() throws {
    try writeCOCO(names: ["b.png", "gone.png"], size: 63)
    let outcome = try evaluate("--labels", "coco.json")
    #expect(outcome.status == 0)
    let expected = [
      "coco.json: 1 of 2 pictures are not in it and are left out, such as images/a.png",
      "coco.json: 1 of its 2 images are not among the pictures and do not count",
      "images/b.png has 64x64 pixels, its labels are for 63x64",
    ]
    for line in expected { #expect(outcome.errorText.contains("warning: \(line)")) }
  }

  @Test func labelsThatCannotBeUsed() throws {
    try writeCOCO(category: "unicorn")
    let stranger = try evaluate("--labels", "coco.json")
    #expect(stranger.status == 1 && stranger.output.isEmpty)
    #expect(stranger.errorText.contains("none of its categories (unicorn) is a class of the model"))
    try writeCOCO(names: ["x.png", "y.png"])
    let other = try evaluate("--labels", "coco.json")
    #expect(other.status == 1)
    #expect(other.errorText.contains("none of the 2 pictures has labels here"))
    try writeCOCO(names: ["p/a.png", "q/a.png"])
    #expect(try evaluate("--labels", "coco.json").errorText.contains("may be p/a.png or q/a.png"))
    try fixture.folder.write("0 0.5 0.5 0.5\n", to: "labels/a.txt")
    let line = try evaluate("--labels", "labels")
    #expect(line.status == 1)
    #expect(line.errorText.contains("labels/a.txt:1: found 4 words, expected class cx cy"))
    try fixture.folder.write("", to: "empty/z.txt")
    let empty = try evaluate("--labels", "empty")
    #expect(empty.errorText.contains("for images/a.png, expected the file a.txt"))
    try fixture.writePictures("images/a.jpg")
    let shared = try evaluate("--labels", "empty")
    #expect(shared.errorText.contains("would have the same labels, empty/a.txt"))
    #expect(try evaluate("--labels", "none.json").errorText.contains("none.json: cannot be read"))
  }

  @Test func plotsAreWritten() throws {
    try writeYOLO()
    let outcome = try evaluate("--labels", "labels", "--plot", "pr.png", "-o", "out.txt")
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errorText)")
    let plot = try StillImage.read(fixture.folder.path("pr.png"))
    #expect((plot.width, plot.height) == (1280, 800))
    #expect(try fixture.folder.read("out.txt").starts(with: Array("tiny, 2 pictures".utf8)))
    let unwritable = try evaluate("--labels", "labels", "--plot", "none/pr.png")
    #expect(unwritable.status == 1)
    #expect(unwritable.errorText.contains("none/pr.png: cannot be written"))
    #expect(unwritable.text.hasPrefix("tiny, 2 pictures"))
  }

  @Test func resultsNeverReplaceTheirSources() throws {
    try writeCOCO()
    for (option, path) in [
      ("--plot", "images/a.png"), ("-o", "images/./b.png"), ("-o", "coco.json"),
    ] {
      let before = try fixture.folder.read(path)
      let outcome = try evaluate("--labels", "coco.json", option, path)
      #expect(outcome.status == 1)
      #expect(outcome.errorText.contains("it is one of the pictures or the labels"))
      #expect(try fixture.folder.read(path) == before)
    }
  }

  @Test(arguments: [
    (["--images", "a"], "expected --labels with a JSON file"),
    (["--labels", "a"], "expected --images with pictures"),
    (["--images", "a", "--labels", "b", "c.png"], "\"c.png\" is too much"),
    (["--images", "a", "--labels", "b", "--method", "voc"], "one of automatic, coco, yolov5"),
    (["--images", "a", "--labels", "b", "--plot", "pr.pdf"], "a name that ends in .png or .jpg"),
    (["--images", "a", "--labels", "b", "--max-detections", "0"], "a whole number, 1 or more"),
  ])
  func mistakesEndWithTwo(arguments: [String], message: String) throws {
    let outcome = try fixture.program.run(
      arguments: (["evaluate"] + arguments).map { Array($0.utf8) })
    #expect(outcome.status == 2)
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
  }
}
