import CommandLineKit
import ModelLookup

extension Program {
  /// The program `yolokit-benchmark`.
  static let benchmark = Program(
    name: "yolokit-benchmark", version: PackageVersion.current,
    introduction: "Measures how fast the detector is on this machine.",
    commands: [.benchmark], examples: [])
}

extension Command {
  /// Measures models and prints the figures.
  static let benchmark = Command(
    name: "", summary: "Measure how fast the detector is on this machine.",
    help: HelpPage(
      operands: "",
      introduction:
        "Measures how long loading, preprocessing, the network and postprocessing take, for each "
        + "model and each number of threads, and how much memory that needs.",
      groups: [models, measuring, output],
      sections: [
        HelpPage.Section(
          "Figures",
          "load reads a model from files that the system has in memory already, or makes its "
            + "weights up. end to end is one call of the detector for a picture in memory: "
            + "preprocess, network and postprocess; the network always has its whole input, for "
            + "YOLOv5 by --resize letterbox. p95 is the time that 95 of 100 runs did not exceed. "
            + "peak is the most memory that the process took while a row was measured, "
            + "pictures and program included. A GFLOP is 10^9 operations, a multiplication and an "
            + "addition counted as two."),
        HelpPage.Section(
          "Serving",
          "--serve loads one model and writes a line that describes it. Each line \"run N\" on "
            + "standard input is answered with the milliseconds of N passes through the network, "
            + "{\"networkMs\": [...]}, all in JSON; between them no processor time is used. The "
            + "end of the input ends the program."),
        HelpPage.Section(
          "Exit status",
          "0 when all was measured, 1 when something failed or the program was built without "
            + "optimisation, 2 when the command line was wrong."),
        ModelOptions.lookup,
      ],
      examples: [
        HelpPage.Example("yolokit-benchmark --threads 1,2", "How much does the second thread do?"),
        HelpPage.Example(
          "yolokit-benchmark --detectors 1,2", "Do two detectors get in each other's way?"),
        HelpPage.Example("yolokit-benchmark --layers", "Which layers take the time?"),
        HelpPage.Example(
          "yolokit-benchmark --model my.cfg --synthetic --input-size 608",
          "How fast would a network be that has no weights yet?"),
      ])
  ) { arguments in
    let options = try BenchmarkOptions(arguments)
    try BuildMode.requireOptimization()
    if options.serves {
      try BenchmarkServer(options).serve()
      return .success
    }
    let report = try BenchmarkRun(options).perform()
    let text = options.writesJSON ? report.json.text + "\n" : report.text
    if let path = options.output {
      let file = try AtomicFile(path)
      try file.write(text)
      try file.commit()
    } else {
      try OutputDescriptor.standardOutput.write(text)
    }
    return .success
  }

  private static let models = OptionGroup(
    "Models",
    [
      .value(
        "model", short: "m", "NAME|FILE,...", repeatable: true,
        help: "Models by name, or their files (.cfg, .pt). Default: \(ModelOptions.defaultName)."),
      ModelOptions.weightsOption,
      .flag(
        "synthetic",
        help: "Make up the weights by a formula; no file of weights is read and what is found "
          + "means nothing, but the time is the same."),
      ModelOptions.weightsFolderOption, ModelOptions.inputSizeOption,
    ])

  private static let measuring = OptionGroup(
    "Measuring",
    [
      .value(
        "threads", "N,...", repeatable: true,
        help: "Numbers of threads to measure with. Default: one for each processor."),
      .value(
        "detectors", "N,...", repeatable: true,
        help: "Also measure how many pictures so many detectors search in a second, each called by "
          + "a thread of its own at the same time; \"1,2\" tells what the second one costs the "
          + "first."),
      .value("runs", "N", help: "Runs that count. Default: 30."),
      .value("warm-up", "N", help: "Runs before them that do not count. Default: 5."),
      .value(
        "image", "PICTURE", help: "The picture (JPEG, PNG). Default: a made-up one of 1280x720."),
      .value(
        "pixels", "LAYOUT",
        help: "How the picture lies in memory: gray, rgb, bgr, rgba, bgra, nv12 or i420. Default: "
          + "as it is read, or bgra."),
      .flag(
        "layers",
        help: "Also measure each layer, and compare its speed with the most that the kernels "
          + "reach on numbers in the nearest cache, with as many threads; Winograd's savings can "
          + "make more of it. What sgemm reaches is told as well."),
      .flag(
        "serve",
        help: "Measure passes through the network when standard input asks for them, to take turns "
          + "with other programs."),
    ])

  private static let output = OptionGroup(
    "Output",
    [
      .flag("json", help: "Write one JSON object."),
      .value("output", short: "o", "FILE", help: "Write to a file."),
    ])
}
