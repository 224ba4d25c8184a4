import CommandLineKit
import ModelLookup

extension Command {
  /// `yolokit layers`: writes what layers of a network hand on.
  static let layers = Command(
    name: "layers",
    summary: "Write the numbers that layers hand on, for comparing programs.",
    help: HelpPage(
      operands: "MODEL|FILE",
      introduction:
        "Runs a network on an input made by a formula and writes numbers as NumPy files: the raw "
        + "numbers of the heads (output0.npy, output1.npy ..., as an .onnx file of the model gives "
        + "them), or what layers hand on (layer16.npy), and the input itself (input.npy). All are "
        + "[1, channels, height, width] of 32-bit floats.",
      groups: [
        OptionGroup(
          "Options",
          [
            .value("output", short: "o", "DIR", help: "The folder for the files."),
            .value(
              "layers", "LIST", repeatable: true,
              help: "These layers, by the numbers that \"yolokit info\" shows, instead of the "
                + "heads: 16,23."),
            .value(
              "seed", "N", help: "Where the input's formula starts. Default: 1."),
            ModelOptions.inputSizeOption, ModelOptions.weightsOption, ModelOptions.namesOption,
            ModelOptions.dataOption, ModelOptions.weightsFolderOption,
          ] + ModelLoader.options)
      ],
      sections: [
        HelpPage.Section(
          "The input",
          "Number i of the input, channel by channel, is (splitmix64(seed + i) >> 40) / 2^24. The "
            + "head layers of Darknet's models hand on activated numbers, as Darknet's own do; the "
            + "raw ones come without --layers."),
        ModelOptions.lookup,
      ],
      examples: [
        HelpPage.Example(
          "yolokit layers yolov3-tiny -o raw", "What should another runtime give for raw/input.npy?"
        ),
        HelpPage.Example(
          "yolokit layers yolov5s.pt --layers 4,9 -o raw", "Where do two programs part?"),
      ])
  ) { arguments in
    let lines = try LayersRun(LayersOptions(arguments)).perform()
    try OutputDescriptor.standardOutput.write(lines.map { $0 + "\n" }.joined())
    return .success
  }
}
