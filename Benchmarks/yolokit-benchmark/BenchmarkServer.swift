import CommandLineKit
import YOLOKit

/// Measures passes through one network whenever standard input asks for some, so that another
/// program can let this one and its own take turns.
///
/// The first line of output describes what was loaded. After that each line `run N` is answered
/// with the times of `N` passes. All output is JSON, one object a line.
struct BenchmarkServer {
  private let detector: ObjectDetector
  private let picture: BenchmarkPicture
  private let greeting: JSONValue

  /// The most passes that one line can ask for.
  private static let runLimit = 10_000

  /// Loads the model.
  ///
  /// - Throws: Whatever keeps it from being found, read or run.
  init(_ options: BenchmarkOptions) throws {
    let subject = try BenchmarkSubject(options.models[0], isSynthetic: options.isSynthetic)
    let (model, threads) = (try subject.load(), options.threads[0])
    let summary = model.summary
    detector = try BenchmarkSubject.detector(for: model, threads: threads)
    // Of the input's own size, so that no way of fitting it makes the network's work less.
    picture = try BenchmarkPicture(
      width: summary.inputShape.width, height: summary.inputShape.height,
      as: options.pixels ?? .bgra)
    greeting = .members([
      "model": .string(subject.name),
      "engine": .string("yolokit"),
      "version": .string(PackageVersion.current),
      "precision": .string("fp32"),
      "threads": .integer(threads),
      "inputSize": .members([
        "width": .integer(summary.inputShape.width),
        "height": .integer(summary.inputShape.height),
      ]),
      "gflop": .number(Double(summary.floatingPointOperations) / 1e9),
    ])
  }

  /// Answers lines until there are no more.
  ///
  /// - Throws: ``BenchmarkError/unknownRequest(line:found:runLimit:)``, `OutputError`, or whatever
  ///   keeps the network from being run.
  func serve() throws {
    try answer(greeting)
    var line = 0
    while let request = readLine() {
      line += 1
      guard let runs = Self.runs(request) else {
        throw BenchmarkError.unknownRequest(line: line, found: request, runLimit: Self.runLimit)
      }
      let times = try (0..<runs).map { _ in try detector.detect(image: picture.image).timing }
      try answer(.members(["networkMs": .array(times.map { .number($0.network * 1e3) })]))
    }
  }

  /// How many passes a line asks for; nil where it is not understood.
  private static func runs(_ request: String) -> Int? {
    let words = request.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == "run", let runs = Int(words[1]) else { return nil }
    return (1...runLimit).contains(runs) ? runs : nil
  }

  private func answer(_ value: JSONValue) throws(OutputError) {
    try OutputDescriptor.standardOutput.write(value.text + "\n")
  }
}
