import CommandLineKit

extension Program {
  /// The program `yolokit` with all its commands.
  static let yolokit = Program(
    name: "yolokit",
    version: PackageVersion.current,
    introduction: "Finds objects in pictures with YOLO models, on the processor alone.",
    commands: [.detect, .evaluate, .info, .convert, .layers],
    examples: [
      HelpPage.Example("yolokit detect street.jpg", "What is in this photo?"),
      HelpPage.Example(
        "yolokit detect holiday --annotate marked", "Draw boxes into copies of a folder's photos."),
      HelpPage.Example("yolokit info yolov3-tiny", "What is in this model?"),
    ])
}
