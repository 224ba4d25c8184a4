import CommandLineKit
import ModelLookup

extension Command {
  /// `yolokit evaluate`: measures how well a model finds labelled objects.
  static let evaluate = Command(
    name: "evaluate",
    summary: "Measure how well a model finds labelled objects (mAP).",
    help: HelpPage(
      operands: "--images PICTURES --labels LABELS",
      introduction:
        "Looks for objects in pictures whose objects are known and tells how many are found and how "
        + "many finds are wrong, as mean average precision (mAP), precision and recall, 0...1.",
      groups: [data, ModelOptions.group, finding, PictureReader.group, output],
      sections: [
        HelpPage.Section(
          "Labels",
          "A COCO file such as instances_val2017.json, or a folder with a text file for each "
            + "picture: NAME.txt for NAME.jpg, one object a line as \"class cx cy width height\" in "
            + "fractions of the picture; a missing file means no objects. Categories of a COCO file "
            + "are matched with the model's classes by name.\n"
            + "Pictures are found in a COCO file by name. Those that it does not list, and images of "
            + "the file that are not among the pictures, do not count."),
        HelpPage.Section(
          "Methods",
          "coco gives the numbers of pycocotools (COCOeval, bbox), yolov5 those of YOLOv5's val.py. "
            + "They differ by some thousandths on the same boxes; compare only numbers of one method. "
            + "Precision and recall are at the score with the best mean F1."),
        HelpPage.Section(
          "Exit status",
          "0 when all pictures were done, 1 when something failed, 2 when the command line was "
            + "wrong. A picture that cannot be read does not stop the rest, but it is a failure; the "
            + "numbers are then those of the rest."),
        ModelOptions.lookup,
      ],
      examples: [
        HelpPage.Example(
          "yolokit evaluate --images val2017 --labels instances_val2017.json",
          "The mAP of the COCO challenge:"),
        HelpPage.Example(
          "yolokit evaluate --images val --labels labels --per-class --plot pr.png",
          "Pictures labelled for YOLO, with a table of classes and a precision-recall picture:"),
        HelpPage.Example(
          "yolokit evaluate --images test.txt --labels labels --json > accuracy.json",
          "A list of pictures, numbers for a program:"),
      ])
  ) { arguments in
    var run = try EvaluateRun(EvaluateOptions(arguments))
    return try await run.perform()
  }

  private static let data = OptionGroup(
    "Pictures and labels",
    [
      .value(
        "images", "PICTURES",
        help: "Pictures: a folder, a list (FILE.txt, one path a line), a pattern in quotes, or - "
          + "for a list on standard input."),
      .value(
        "labels", "LABELS", help: "What is in them: a COCO file, or a folder of YOLO text files."),
      .value(
        "method", "HOW",
        help: "How to measure: coco, yolov5, or automatic (coco for a COCO file, yolov5 for a "
          + "folder; the default)."),
      .flag(
        "skip-unreadable", help: "Leave out pictures that cannot be read; without it that fails."),
    ])

  private static let finding = OptionGroup(
    "What to find",
    [
      .value(
        "threshold", short: "t", "0...1",
        help: "Count detections with a higher score than this. Default: 0.001. A higher one is "
          + "quicker but loses mAP."),
      .value(
        "iou", "0...1",
        help: "Boxes of one class that overlap more than this are one object. Default: 0.45 for "
          + "Darknet models, 0.6 for YOLOv5 models."),
      .value(
        "max-detections", "N",
        help: "Count at most N detections a picture, best first. Default: 300 for yolov5; no limit "
          + "for coco, which counts 100 of each class."),
      .value(
        "resize", "HOW",
        help: "How a picture is fitted into the network's input: letterbox (grey bars), "
          + "rectangle (as few as YOLOv5's val.py leaves), stretch, or automatic (rectangle for "
          + "YOLOv5, as the model was trained for Darknet; the default)."),
      .value("threads", "N", help: "Threads to use. Default: one for each processor."),
    ])

  private static let output = OptionGroup(
    "Output",
    [
      .flag("json", help: "Write one JSON object."),
      .flag("per-class", help: "Add a table of the classes; JSON always has it."),
      .value(
        "plot", "FILE.png", help: "Draw precision over recall into this picture (PNG, JPEG)."),
      .value(
        "output", short: "o", "FILE",
        help: "Write results to a file, which appears when all is done."),
    ])
}
