extension Model {
  /// Loads a Darknet model.
  ///
  /// Source of the formats: `src/parser.c` of the two Darknet programs.
  ///
  /// - Parameters:
  ///   - configurationPath: The `.cfg` file.
  ///   - weightsPath: The `.weights` file; its length has to be just what the cfg asks for.
  ///   - namesPath: The `.names` file; without it the classes are called `class 0`, `class 1` …
  ///   - inputSize: Width and height of the network's input, 1…65536 pixels each, instead of the
  ///     cfg's own.
  ///   - dialect: Which Darknet program's arithmetic to follow.
  /// - Throws: ``ModelFormatError`` when a file cannot be read or used.
  public init(
    configurationPath: String, weightsPath: String, namesPath: String? = nil,
    inputSize: (width: Int, height: Int)? = nil, dialect: DarknetDialect = .automatic
  ) throws(ModelFormatError) {
    let file = try ConfigurationFile(path: configurationPath)
    let plan = try DarknetBuilder(file, dialect: dialect, inputSize: inputSize, source: nil)
    let weights = try WeightsFile(
      path: weightsPath, parameterCount: plan.parameterCount, layerEnds: plan.layerEnds,
      classFit: ClassFit(plan.network))
    let built = try DarknetBuilder(file, dialect: dialect, inputSize: inputSize, source: weights)
    let classCount = plan.network.heads.first?.classCount
    var warnings = plan.warnings
    warnings.append(contentsOf: weights.warnings)
    var labels = ClassLabels(unnamed: classCount ?? 0)
    if let namesPath {
      let names = try NamesFile(path: namesPath, classCount: classCount)
      labels = names.labels
      warnings.append(contentsOf: names.warnings)
    }
    self.init(consume built, labels: labels, warnings: warnings.texts)
  }

  /// Makes a model of a `.cfg` file with weights made from a seed: for benchmarks and tests of
  /// networks whose real weights are not at hand.
  ///
  /// - Parameters:
  ///   - configurationPath: The `.cfg` file.
  ///   - seed: Where the sequence of numbers starts.
  ///   - gain: How much each layer amplifies; near 2 keeps networks of leaky units in range.
  ///   - inputSize: Width and height of the network's input, in pixels, instead of the cfg's own.
  ///   - dialect: Which Darknet program's arithmetic to follow.
  /// - Throws: ``ModelFormatError`` when the file cannot be read or used.
  public init(
    syntheticWeightsFor configurationPath: String, seed: UInt64, gain: Double = 2,
    inputSize: (width: Int, height: Int)? = nil, dialect: DarknetDialect = .automatic
  ) throws(ModelFormatError) {
    let file = try ConfigurationFile(path: configurationPath)
    let built = try DarknetBuilder(
      file, dialect: dialect, inputSize: inputSize, source: SyntheticWeights(seed: seed, gain: gain)
    )
    let labels = ClassLabels(unnamed: built.network.heads.first?.classCount ?? 0)
    self.init(built, labels: labels, warnings: built.warnings.texts)
  }

  private init(_ built: consuming DarknetBuilder, labels: ClassLabels, warnings: [String]) {
    let conventions = InputConventions.darknet(
      built.letterBox ?? (built.dialect == .original) ? .letterbox : .stretch)
    let summary = built.summary
    self.init(
      network: built.takeNetwork(), labels: labels, summary: summary, warnings: warnings,
      conventions: conventions)
  }

  /// What a `.cfg` file describes, without its weights.
  ///
  /// - Parameters:
  ///   - configurationPath: The `.cfg` file.
  ///   - inputSize: Width and height of the network's input, in pixels, instead of the cfg's own.
  /// - Returns: Layers, shapes, sizes and heads, and warnings about the file.
  /// - Throws: ``ModelFormatError`` when the file cannot be read or used.
  public static func summary(
    configurationPath: String, inputSize: (width: Int, height: Int)? = nil
  ) throws(ModelFormatError) -> (summary: ModelSummary, warnings: [String]) {
    let file = try ConfigurationFile(path: configurationPath)
    let built = try DarknetBuilder(file, dialect: .automatic, inputSize: inputSize, source: nil)
    return (built.summary, built.warnings.texts)
  }

  /// The names of classes in a Darknet `.names` file, without a model.
  ///
  /// - Parameters:
  ///   - path: The `.names` file: one name a line, in class order.
  ///   - classCount: How many classes the network has; nil where that is not known.
  /// - Returns: The names, and warnings about the file.
  /// - Throws: ``ModelFormatError`` when the file cannot be read or holds no name.
  public static func labels(
    namesPath path: String, classCount: Int? = nil
  ) throws(ModelFormatError) -> (labels: ClassLabels, warnings: [String]) {
    let names = try NamesFile(path: path, classCount: classCount)
    return (names.labels, names.warnings.texts)
  }

  /// Where a Darknet `.data` file says that the class names are.
  ///
  /// A relative path in it is looked for beside the file, then in the folder above, then in the
  /// working folder; the first that can be read is returned.
  ///
  /// - Parameter path: The `.data` file.
  /// - Returns: The path of the names; nil when the file names none.
  /// - Throws: ``ModelFormatError`` when the file cannot be read, or none of the places can.
  public static func namesPath(inDataFile path: String) throws(ModelFormatError) -> String? {
    let candidates = try DataFile(path: path).namesPaths
    guard !candidates.isEmpty else { return nil }
    for candidate in candidates where (try? InputFile(path: candidate)) != nil { return candidate }
    throw .unreadable(
      file: candidates[0],
      reason:
        "\(path) names it, but it is not there; looked at \(candidates.joined(separator: ", "))")
  }
}
