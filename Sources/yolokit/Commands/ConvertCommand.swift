import CommandLineKit
import ModelLookup

extension Command {
  /// `yolokit convert`: writes a model in another format.
  static let convert = Command(
    name: "convert",
    summary: "Write a model as one checked file, or for other runtimes.",
    help: HelpPage(
      operands: "MODEL|FILE",
      introduction:
        "Writes a model in another format, which the ending of the output says. A .safetensors "
        + "file holds the network with its weights and names; every command takes it as a model, "
        + "finds the same in pictures with it, and notices any change to it. An .onnx file is for "
        + "other runtimes.",
      groups: [
        OptionGroup(
          "Options",
          [
            .value(
              "output", short: "o", "FILE",
              help: "The file to write, .safetensors or .onnx; it appears when all is done."),
            .flag(
              "decoded",
              help: "Let an .onnx model give boxes and scores instead of the raw numbers of its "
                + "heads."),
            ModelOptions.inputSizeOption, ModelOptions.weightsOption, ModelOptions.namesOption,
            ModelOptions.dataOption, ModelOptions.weightsFolderOption,
          ] + ModelLoader.options)
      ],
      sections: [
        HelpPage.Section(
          "ONNX",
          "The input \"images\" is [1, channels, height, width] of numbers in 0...1, and of the "
            + "size that the model has or --input-size says. The outputs \"output0\", "
            + "\"output1\" ... are the raw numbers of the heads, [1, anchors x (5 + classes), "
            + "height, width]; a model without heads gives its last layer. With --decoded there "
            + "is one output, [1, boxes, 5 + classes]: centre, width and height in pixels of the "
            + "input, objectness and class scores."),
        ModelOptions.lookup,
      ],
      examples: [
        HelpPage.Example(
          "yolokit convert yolov3-tiny -o tiny.safetensors", "One file instead of three:"),
        HelpPage.Example(
          "yolokit convert yolov5s.pt --input-size 320 -o yolov5s.onnx", "For another runtime:"),
        HelpPage.Example(
          "yolokit convert my.cfg --synthetic 1 -o my.onnx",
          "A network that has no weights yet:"),
      ])
  ) { arguments in
    let (line, warnings) = try ConvertRun(ConvertOptions(arguments)).perform()
    for warning in warnings {
      OutputDescriptor.standardError.writeMessage("yolokit: warning: \(warning)\n")
    }
    try OutputDescriptor.standardOutput.write(line + "\n")
    return .success
  }
}
