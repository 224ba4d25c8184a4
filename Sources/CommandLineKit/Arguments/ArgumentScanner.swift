import VisionTypes

/// Sorts the arguments of a command into options and operands.
///
/// Options may stand before, between and after the operands. `--name value` and `--name=value`
/// mean the same, as do `-n value` and `-nvalue`; flags of one letter may be put together, `-ab`.
/// All after a lone `--` is an operand, and so is a lone `-`.
package struct ArgumentScanner {
  private static let dash = UInt8(ascii: "-")

  private let options: [OptionSpecification]
  private var arguments: ArraySlice<SystemPath> = []
  private var result = ScannedArguments()

  /// Makes a scanner for a command's options.
  package init(options: [OptionSpecification]) {
    self.options = options
  }

  /// Sorts arguments.
  ///
  /// - Parameter arguments: The arguments after the program's and the command's names.
  /// - Returns: The options and operands.
  /// - Throws: ``UsageError`` when an option is unknown, lacks its value or has one too many.
  package func scan(_ arguments: [SystemPath]) throws(UsageError) -> ScannedArguments {
    var scanner = self
    scanner.arguments = arguments[...]
    try scanner.scanAll()
    return scanner.result
  }

  private mutating func scanAll() throws(UsageError) {
    while let argument = arguments.popFirst() {
      let bytes = argument.bytes
      if bytes == [Self.dash, Self.dash] {
        result.operands += arguments
        return
      }
      if bytes.starts(with: [Self.dash, Self.dash]) {
        try scanLong(bytes.dropFirst(2))
      } else if bytes.count > 1, bytes.first == Self.dash {
        try scanShort(argument)
      } else {
        result.operands.append(argument)
      }
    }
  }

  private mutating func scanLong(_ bytes: ArraySlice<UInt8>) throws(UsageError) {
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let name = SystemPath(bytes: bytes[..<(equals ?? bytes.endIndex)])
    let attached = equals.map { SystemPath(bytes: bytes[($0 + 1)...]) }
    guard let option = options.first(where: { $0.name == name.text }) else {
      let nearest = NearestWords.find(name.repairedText, in: options.map(\.name))
      throw .unknownOption("--\(name)", suggestions: nearest.map { "--\($0)" })
    }
    let spelling = "--\(option.name)"
    if option.placeholder == nil, let attached {
      throw .unexpectedValue(option: spelling, found: attached.description)
    }
    try record(option, spelling: spelling, attached: attached)
  }

  private mutating func scanShort(_ argument: SystemPath) throws(UsageError) {
    let letters = Array(argument.repairedText.dropFirst())
    for (position, letter) in letters.enumerated() {
      guard let option = options.first(where: { $0.short == letter }) else {
        // `-threshold` was meant as a long option; `-x.jpg` as a file.
        let nearest = NearestWords.find(String(letters), in: options.map(\.name), limit: 1)
        let advice = nearest.map { "--\($0)" } + (nearest.isEmpty ? ["./\(argument)"] : [])
        throw .unknownOption(
          argument.description, suggestions: letters.count > 1 ? advice : [])
      }
      if option.placeholder == nil {
        try record(option, spelling: "-\(letter)", attached: nil)
        continue
      }
      let before = String(letters[...position]).utf8.count + 1
      let rest = argument.bytes.dropFirst(before)
      let attached = rest.isEmpty ? nil : SystemPath(bytes: rest)
      return try record(option, spelling: "-\(letter)", attached: attached)
    }
  }

  private mutating func record(
    _ option: OptionSpecification, spelling: String, attached: SystemPath?
  ) throws(UsageError) {
    guard let placeholder = option.placeholder else {
      result.flags.insert(option.name)
      return
    }
    guard let value = attached ?? nextValue() else {
      throw .missingValue(option: spelling, placeholder: placeholder)
    }
    if result.values[option.name] != nil, !option.isRepeatable {
      throw .givenTwice(option: spelling)
    }
    result.values[option.name, default: []].append(value)
  }

  /// The argument after an option, unless that is an option itself.
  ///
  /// In `--model --json` the model was forgotten. A value that looks like an option can be given
  /// as `--name=value`.
  private mutating func nextValue() -> SystemPath? {
    guard let next = arguments.first else { return nil }
    let text = next.repairedText
    let isOption = options.contains { option in
      text == "--\(option.name)" || text.hasPrefix("--\(option.name)=")
        || option.short.map { text == "-\($0)" } ?? false
    }
    return isOption || text == "--" ? nil : arguments.popFirst()
  }
}
