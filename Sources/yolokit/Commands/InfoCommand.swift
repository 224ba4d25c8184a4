import CommandLineKit
import ModelLookup

extension Command {
  /// `yolokit info`: shows what is inside a model.
  static let info = Command(
    name: "info",
    summary: "Show a model's layers, sizes, anchors and classes.",
    help: HelpPage(
      operands: "MODEL|FILE",
      introduction:
        "Shows what a model consists of: every layer with its settings, the layers it reads, its "
        + "output (width x height x channels), its parameters and its work, then the anchors of "
        + "each head and the sizes of the files. The weights of a cfg need not be there.",
      groups: [
        OptionGroup(
          "Options",
          [
            ModelOptions.inputSizeOption, ModelOptions.weightsOption, ModelOptions.namesOption,
            ModelOptions.dataOption, ModelOptions.weightsFolderOption,
            .flag("json", help: "Write one JSON object."),
          ])
      ],
      sections: [
        HelpPage.Section(
          "Numbers",
          "A GFLOP is 10^9 operations for one picture, a multiplication and an addition counted "
            + "as two. Parameters are the numbers that training learned."),
        ModelOptions.lookup,
      ],
      examples: [
        HelpPage.Example("yolokit info yolov3-tiny", "What is in this model?"),
        HelpPage.Example(
          "yolokit info my.cfg --input-size 608", "How much more work is a larger input?"),
      ])
  ) { arguments in
    let report = try InfoReport(InfoOptions(arguments))
    let output = OutputDescriptor.standardOutput
    try output.write(arguments.hasFlag("json") ? report.json.text + "\n" : report.text)
    return .success
  }
}
