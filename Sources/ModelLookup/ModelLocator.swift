import CommandLineKit
import Glibc
import YOLOKit

/// Finds the files of a model by its name, its `.cfg` file or its checkpoint.
package struct ModelLocator {
  /// A folder to look in, and why.
  private struct Place: Equatable {
    let folder: SystemPath
    let origin: String
  }

  private let options: ModelOptions
  private let needsWeights: Bool

  /// The endings of whole models that are found by name, best first.
  private static let wholeEndings = ["pt", ModelFiles.convertedEnding]

  /// Makes a locator.
  ///
  /// - Parameters:
  ///   - options: What the command line says.
  ///   - needsWeights: Whether the weights file has to be there; without it the cfg alone will do.
  package init(options: ModelOptions, needsWeights: Bool) {
    self.options = options
    self.needsWeights = needsWeights
  }

  /// Finds the files.
  ///
  /// - Returns: Files that exist, apart from weights that are not needed.
  /// - Throws: ``ModelLocationError``, `ModelFormatError` from the `.data` file, or `UsageError` for
  ///   files that are named beside one that holds everything.
  package func locate() throws -> ModelFiles {
    let configuration =
      switch options.reference {
      case .name(let name): try find(name)
      case .file(let path): SystemPath(path)
      }
    if ModelFiles.checkpointEndings.contains(configuration.lowercasedExtension) {
      try require(configuration, purpose: "the model", remedy: "Check --model.")
      try refuseMoreFiles(than: configuration)
      return ModelFiles(mainFile: configuration.repairedText, weights: nil, names: nil)
    }
    try require(configuration, purpose: "the network's description", remedy: "Check --model.")
    let stem = configuration.stemAndExtension.stem
    let folder = configuration.parent
    let weights =
      options.weights.map { SystemPath($0) } ?? folder.appending(stem.suffixed(".weights"))
    if needsWeights || options.weights != nil {
      if FileStatus(weights) == nil {
        // That the file is no cfg at all explains more than that its weights are missing.
        _ = try Model.summary(configurationPath: configuration.repairedText)
      }
      try require(
        weights, purpose: "the network's weights",
        remedy: options.weights == nil
          ? "Put it beside the cfg, name it with --weights FILE, "
            + "or run \"Tools/fetch-weights \(stem)\"."
          : "Check --weights.")
    }
    return ModelFiles(
      mainFile: configuration.repairedText, weights: weights.repairedText,
      names: try names(stem: stem, folder: folder))
  }

  /// Weights and names beside a file that has its own would be ignored without a word.
  private func refuseMoreFiles(than file: SystemPath) throws(UsageError) {
    let given = [
      ("--weights", options.weights), ("--names", options.names), ("--data", options.data),
    ]
    if let (option, _) = given.first(where: { $0.1 != nil }) {
      throw .conflict(
        option, file.description, reason: "a checkpoint holds its own weights and class names")
    }
  }

  private func names(stem: SystemPath, folder: SystemPath) throws -> String? {
    if let data = options.data {
      try require(SystemPath(data), purpose: "the .data file", remedy: "Check --data.")
      guard let names = try Model.namesPath(inDataFile: data) else {
        throw ModelLocationError.noNames(dataFile: data)
      }
      return names
    }
    if let names = options.names {
      try require(SystemPath(names), purpose: "the class names", remedy: "Check --names.")
      return names
    }
    let candidates = [stem.suffixed(".names"), SystemPath("coco.names")]
    return candidates.map { folder.appending($0) }.first { FileStatus($0)?.kind == .file }?
      .repairedText
  }

  private func require(_ path: SystemPath, purpose: String, remedy: String) throws {
    guard let status = FileStatus(path) else {
      throw ModelLocationError.missingFile(
        path: path.repairedText, purpose: purpose, remedy: remedy)
    }
    guard status.kind == .file else {
      throw ModelLocationError.notAFile(
        path: path.repairedText, kind: status.kind == .folder ? "a folder" : "a device or pipe",
        purpose: purpose, remedy: remedy)
    }
  }

  /// The main file of a model by name, from the first folder that has all its files: a checkpoint,
  /// a converted model, or a cfg.
  private func find(_ name: String) throws(ModelLocationError) -> SystemPath {
    let files =
      ["\(name).cfg"]
      + (needsWeights && options.weights == nil ? ["\(name).weights"] : [])
    var searches: [ModelLocationError.Search] = []
    var available: Set<String> = []
    for place in places() {
      let names = (try? Folder.names(in: place.folder)) ?? []
      let missing = files.filter { FileStatus(place.folder.appending($0))?.kind != .file }
      if missing.isEmpty { return place.folder.appending("\(name).cfg") }
      for ending in Self.wholeEndings {
        let whole = place.folder.appending("\(name).\(ending)")
        if FileStatus(whole)?.kind == .file { return whole }
      }
      let exists = FileStatus(place.folder)?.kind == .folder
      searches.append(
        ModelLocationError.Search(
          folder: place.folder.repairedText, origin: place.origin, missing: exists ? missing : []))
      available.formUnion(Self.models(in: names))
    }
    let sorted = available.sorted()
    throw .unknownModel(
      name: name, searches: searches, available: sorted,
      nearest: ClassLabels(sorted).suggestions(for: name).filter { $0 != name })
  }

  /// The names of the models of which all files are among a folder's names.
  private static func models(in names: [SystemPath]) -> [String] {
    let all = Set(names)
    return names.filter {
      wholeEndings.contains($0.lowercasedExtension)
        || $0.lowercasedExtension == "cfg"
          && all.contains($0.stemAndExtension.stem.suffixed(".weights"))
    }
    .map(\.stemAndExtension.stem.repairedText)
  }

  /// The folders to look in, best first.
  private func places() -> [Place] {
    if let folder = options.weightsFolder {
      return [Place(folder: SystemPath(folder), origin: "--weights-dir")]
    }
    var places: [Place] = []
    if let value = getenv("YOLOKIT_WEIGHTS"), value.pointee != 0 {
      let bytes = UnsafeBufferPointer(start: value, count: strlen(value))
      places.append(
        Place(
          folder: SystemPath(bytes: bytes.map { UInt8(bitPattern: $0) }),
          origin: "$YOLOKIT_WEIGHTS"))
    }
    places.append(Place(folder: SystemPath("./Weights"), origin: ""))
    places += Self.foldersAboveProgram()
    return places
  }

  /// The folders `Weights` in the folders that the program's own file is in: this finds the
  /// package's own when the program is run from its build folder.
  private static func foldersAboveProgram() -> [Place] {
    let link = SystemPath("/proc/self/exe")
    let program = FileStatus.resolvingLinks(link)
    guard program != link else { return [] }
    var places: [Place] = []
    var folder = program
    while folder != SystemPath("/") {
      folder = folder.parent
      let candidate = folder.appending("Weights")
      if FileStatus(candidate)?.kind == .folder {
        places.append(Place(folder: candidate, origin: "near the program"))
      }
    }
    return places
  }
}
