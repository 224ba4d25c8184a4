import CommandLineKit
import ModelLookup
import YOLOKit

/// What is to be measured.
struct BenchmarkOptions: Sendable {
  /// The models.
  let models: [ModelOptions]
  /// Whether weights are made up instead of read.
  let isSynthetic: Bool
  /// The numbers of threads to measure with.
  let threads: [Int]
  /// How many detectors are measured at the same time; empty where that is not asked for.
  let detectors: [Int]
  /// Runs that count.
  let runs: Int
  /// Runs before them that do not count.
  let warmUp: Int
  /// The picture; nil for a made-up one.
  let image: SystemPath?
  /// How its samples lie in memory; nil for as it is read, or as a camera would make it up.
  let pixels: BenchmarkPixels?
  /// Whether each layer is measured as well.
  let showsLayers: Bool
  /// Whether the figures are written as JSON.
  let writesJSON: Bool
  /// Where the figures go; nil for standard output.
  let output: SystemPath?
  /// Whether passes are measured when standard input asks for them; then there is one model and one
  /// number of threads.
  let serves: Bool

  private static let threadLimit = ObjectDetectorOptions.threadLimit
  private static let runLimit = 1_000_000
  private static let detectorLimit = 64

  /// Reads the options from a command line.
  init(_ arguments: ScannedArguments) throws(UsageError) {
    if let operand = arguments.operands.first {
      throw .unexpectedOperand(
        found: operand.description, expected: "options only; a picture is named with --image")
    }
    try arguments.refuse(
      "synthetic", with: "weights", because: "one makes the weights up, the other names them")
    var names = try arguments.list("model")
    if names.isEmpty { names = [ModelOptions.defaultName] }
    if names.count > 1, arguments.hasValue("weights") {
      throw .conflict(
        "--weights", "--model \(names.joined(separator: ","))",
        reason: "the weights belong to one model")
    }
    var models: [ModelOptions] = []
    for name in names { models.append(try ModelOptions(arguments, model: name)) }
    self.models = models
    isSynthetic = arguments.hasFlag("synthetic")
    let threads = try Self.numbers("threads", in: 1...Self.threadLimit, arguments)
    self.threads =
      threads.isEmpty ? [min(Processors.available, Self.threadLimit)] : threads
    detectors = try Self.numbers("detectors", in: 1...Self.detectorLimit, arguments)
    runs = try arguments.integer("runs", in: 1...Self.runLimit) ?? 30
    warmUp = try arguments.integer("warm-up", in: 0...Self.runLimit) ?? 5
    image = try arguments.path("image")
    pixels = try arguments.choice("pixels", of: BenchmarkPixels.self)
    showsLayers = arguments.hasFlag("layers")
    writesJSON = arguments.hasFlag("json")
    output = try arguments.path("output")
    serves = arguments.hasFlag("serve")
    if serves { try Self.checkServing(arguments, models: names, threads: threads) }
  }

  /// Refuses what a server would ignore.
  private static func checkServing(
    _ arguments: ScannedArguments, models: [String], threads: [Int]
  ) throws(UsageError) {
    for other in ["runs", "warm-up", "image", "layers", "json", "output"] {
      try arguments.refuse("serve", with: other, because: "standard input says what is measured")
    }
    for (option, values) in [("--model", models), ("--threads", threads.map(String.init))]
    where values.count > 1 {
      throw .conflict(
        "--serve", "\(option) \(values.joined(separator: ","))", reason: "it measures one at a time"
      )
    }
  }

  /// The numbers of an option, each once.
  private static func numbers(
    _ option: String, in range: ClosedRange<Int>, _ arguments: ScannedArguments
  ) throws(UsageError) -> [Int] {
    var result: [Int] = []
    for text in try arguments.list(option) {
      guard let number = Int(text), range.contains(number) else {
        throw .invalidValue(
          option: "--\(option)", found: VisibleText.of(text),
          expected: "whole numbers in \(range.lowerBound)…\(range.upperBound) with commas "
            + "between them")
      }
      if !result.contains(number) { result.append(number) }
    }
    return result
  }
}
