import CommandLineKit
import ModelLookup

extension Command {
  /// `yolokit detect`: finds objects in pictures.
  static let detect = Command(
    name: "detect",
    summary: "Find objects in pictures, folders and lists of pictures.",
    help: HelpPage(
      operands: "PICTURE|FOLDER|PATTERN|-...",
      introduction:
        "Finds the objects in pictures (JPEG, PNG) and says what and where they are. A FOLDER "
        + "stands for the pictures directly in it, a PATTERN such as 'holiday/*.jpg' (in quotes) "
        + "for the files it fits, and - for a list of paths on standard input, one a line.",
      groups: [ModelOptions.group, finding, PictureReader.group, output],
      sections: [
        HelpPage.Section(
          "Results",
          "Boxes are (left, top)-(right, bottom) in pixels of the picture, from its top left "
            + "corner. In JSON a box is [xMin, yMin, xMax, yMax] and a score is 0...1; pictures "
            + "that could not be read are listed under \"errors\". One bad picture does not stop "
            + "the rest."),
        HelpPage.Section(
          "Exit status",
          "0 when all pictures were done, 1 when something failed, 2 when the command line was "
            + "wrong."),
        ModelOptions.lookup,
      ],
      examples: [
        HelpPage.Example("yolokit detect street.jpg", "What is in this photo?"),
        HelpPage.Example(
          "yolokit detect --classes person,dog --threshold 0.3 street.jpg",
          "Only people and dogs, also doubtful ones:"),
        HelpPage.Example(
          "yolokit detect holiday --annotate marked",
          "Draw boxes into copies of all photos in a folder:"),
        HelpPage.Example(
          "find . -name '*.jpg' -print0 | yolokit detect -0 - --jsonl > found.jsonl",
          "All photos below this folder, whatever their names:"),
        HelpPage.Example(
          "yolokit detect --model my.cfg --weights my.weights --names my.names a.png",
          "A model of your own:"),
      ])
  ) { arguments in
    let options = try DetectOptions(arguments)
    var run = try DetectRun(options)
    return try await run.perform()
  }

  private static let finding = OptionGroup(
    "What to find",
    [
      .value(
        "threshold", short: "t", "0...1",
        help: "Report objects with a higher score than this. Default: the model's own."),
      .value(
        "iou", "0...1",
        help: "Boxes of one class that overlap more than this are one object. Default: 0.45."),
      .value(
        "classes", "LIST", repeatable: true,
        help: "Report only these classes, by name or number: person,dog,16."),
      .value(
        "exclude-classes", "LIST", repeatable: true, help: "Report all classes but these."),
      .flag("agnostic", help: "Let boxes of different classes suppress each other, too."),
      .value("max-results", "N", help: "Report at most N objects a picture, best first."),
      .flag("no-clip", help: "Do not cut boxes at the picture's edges."),
      .value(
        "resize", "HOW",
        help: "How a picture is fitted into the network's input: letterbox (grey bars), "
          + "rectangle (as few grey bars as a YOLOv5 model takes), stretch, or automatic (as the "
          + "model was trained; the default)."),
      .value(
        "labels", "best|all",
        help: "Report for each box its best class, or each class above the threshold. Default: as "
          + "the model's own program does, all for Darknet, best for YOLOv5."),
      .value("threads", "N", help: "Threads to use. Default: one for each processor."),
    ])

  private static let output = OptionGroup(
    "Output",
    [
      .flag("json", help: "Write one JSON object for all pictures."),
      .flag("jsonl", help: "Write one JSON object a line, as soon as a picture is done."),
      .value(
        "output", short: "o", "FILE",
        help: "Write results to a file, which appears when all is done."),
      .value(
        "annotate", "DIR",
        help: "Write copies of the pictures with boxes drawn into this folder."),
      .flag("timing", help: "Tell how long each stage took, in milliseconds."),
    ])
}
