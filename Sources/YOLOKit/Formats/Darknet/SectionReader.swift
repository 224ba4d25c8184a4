/// Reads typed options from one section of a `.cfg` and remembers which were asked for.
///
/// What nobody asked for is most often a misspelt key, so it is reported at the end.
struct SectionReader {
  /// The section.
  let section: ConfigurationFile.Section
  /// The file's path.
  let path: String
  /// The layer's number and section name for messages; nil for `[net]`.
  let layerName: String?
  private var asked: Set<String> = []

  /// Starts to read a section.
  init(_ section: ConfigurationFile.Section, path: String, layer: Int?) {
    self.section = section
    self.path = path
    layerName = layer.map { "\($0) [\(shortened(section.name))]" }
  }

  /// Where an option stands, or the section itself where it is missing.
  func place(_ key: String? = nil) -> ModelFormatError.Place {
    let line = key.flatMap { section.options[$0]?.line } ?? section.line
    return .init(file: path, line: line, layer: layerName)
  }

  /// An error about an option's value.
  func invalid(_ key: String, expected: String) -> ModelFormatError {
    .invalidValue(
      place(key), key: key, found: shortened(section.options[key]?.value ?? "(missing)"),
      expected: expected)
  }

  /// Whether an option is given.
  mutating func has(_ key: String) -> Bool {
    asked.insert(key)
    return section.options[key] != nil
  }

  /// An option as text; nil where it is not given.
  mutating func text(_ key: String) -> String? {
    asked.insert(key)
    return section.options[key]?.value
  }

  /// An option as a whole number.
  ///
  /// - Parameters:
  ///   - key: The option.
  ///   - fallback: What Darknet takes where it is not given; nil where it has to be.
  ///   - range: What makes sense.
  /// - Returns: The number.
  /// - Throws: ``ModelFormatError/invalidValue(_:key:found:expected:)``.
  mutating func integer(
    _ key: String, default fallback: Int?, in range: ClosedRange<Int>
  ) throws(ModelFormatError) -> Int {
    let expected = "a whole number in \(range.lowerBound)…\(range.upperBound)"
    guard let text = text(key) else {
      guard let fallback else { throw invalid(key, expected: expected) }
      return fallback
    }
    guard let value = Self.wholeNumber(text), range.contains(value) else {
      throw invalid(key, expected: expected)
    }
    return value
  }

  /// An option that is 0 or 1 (or any whole number, which counts as 1).
  mutating func flag(_ key: String, default fallback: Bool = false) throws(ModelFormatError) -> Bool
  {
    try integer(key, default: fallback ? 1 : 0, in: -1_000_000...1_000_000) != 0
  }

  /// An option as a number with a decimal point, whatever the locale.
  mutating func number(
    _ key: String, default fallback: Float, in range: ClosedRange<Float>
  ) throws(ModelFormatError) -> Float {
    guard let text = text(key) else { return fallback }
    guard let value = Self.decimal(text), range.contains(value) else {
      throw invalid(
        key,
        expected: "a number in \(range.lowerBound)…\(range.upperBound)\(Self.commaHint(text))")
    }
    return value
  }

  /// The most items of a list.
  static let itemLimit = 1000

  /// An option as a list of whole numbers; nil where it is not given.
  mutating func integers(_ key: String) throws(ModelFormatError) -> [Int]? {
    guard let items = try list(key) else { return nil }
    var values: [Int] = []
    for item in items {
      guard let value = Self.wholeNumber(item) else {
        throw invalid(key, expected: "whole numbers with commas between them")
      }
      values.append(value)
    }
    return values
  }

  /// An option as a list of numbers; nil where it is not given.
  mutating func numbers(_ key: String) throws(ModelFormatError) -> [Float]? {
    guard let items = try list(key) else { return nil }
    var values: [Float] = []
    for item in items {
      guard let value = Self.decimal(item) else {
        throw invalid(key, expected: "decimal numbers like 10,13.5 with commas between them")
      }
      values.append(value)
    }
    return values
  }

  /// The options that were not asked for and that Darknet does not use for training either.
  func unused() -> [(key: String, line: Int)] {
    section.options
      .filter { !asked.contains($0.key) && !TrainingOptions.keys.contains($0.key) }
      .map { ($0.key, $0.value.line) }
      .sorted { $0.line < $1.line }
  }

  /// The option that an unknown one may have been meant as.
  func suggestion(for key: String) -> String? {
    NearestWords.find(key, in: asked.sorted() + TrainingOptions.sorted, limit: 1).first
  }

  /// The items of a comma-separated list; a comma at the end is ignored.
  private mutating func list(_ key: String) throws(ModelFormatError) -> [String]? {
    guard let text = text(key) else { return nil }
    var items = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if items.last == "" { items.removeLast() }
    guard items.count <= Self.itemLimit else {
      throw invalid(key, expected: "at most \(Self.itemLimit) items, found \(items.count)")
    }
    return items
  }

  /// A whole number, also where it is written as `2.0` or `1e3`.
  private static func wholeNumber(_ text: String) -> Int? {
    if let value = Int(text) { return value }
    guard isDecimal(text), let value = Double(text) else { return nil }
    return Int(exactly: value)
  }

  /// A finite number in decimal digits, with a point whatever the locale: no `nan`, no `0x10`.
  private static func decimal(_ text: String) -> Float? {
    guard isDecimal(text), let value = Float(text), value.isFinite else { return nil }
    return value
  }

  private static func isDecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
  }

  /// What to do about `1,05`, which is a number where commas are decimal points.
  private static func commaHint(_ text: String) -> String {
    let withPoint = text.split(separator: ",", omittingEmptySubsequences: false)
      .joined(separator: ".")
    return text.contains(",") && decimal(withPoint) != nil
      ? ", with a decimal point: \(shortened(withPoint))" : ""
  }
}
