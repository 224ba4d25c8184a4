/// Finds the detection model in a checkpoint, or says what the file is instead.
enum YOLOv5Checkpoint {
  /// The model of a checkpoint: the averaged one (`ema`) where there is one, as upstream takes it.
  ///
  /// - Throws: ``ModelFormatError`` with a sentence of its own for each kind of file that is something
  ///   else.
  static func model(in checkpoint: TorchCheckpoint) throws(ModelFormatError) -> ModuleRecord {
    let (tree, root) = (checkpoint.tree, checkpoint.tree.root)
    let entries = tree.pairs(root)
    let value = ["ema", "model"].lazy
      .compactMap { tree.value(root, $0) }.first { $0 != PickleTree.Value.none }
    let candidate = value ?? root
    guard let module = ModuleRecord(candidate, in: checkpoint, path: "") else {
      throw refusal(of: candidate, entries, checkpoint)
    }
    return try unwrapped(module)
  }

  /// Takes off what training and inference helpers wrap around a model.
  private static func unwrapped(_ module: ModuleRecord) throws(ModelFormatError) -> ModuleRecord {
    var module = module
    for _ in 0..<8 {
      if module.fullType.hasPrefix("ultralytics.") {
        throw refused(
          module, "a model of the ultralytics package (YOLOv5u, v8 or later)",
          "Its head has no anchors; only YOLOv5's own models with anchors are read.")
      }
      switch module.type {
      case "DataParallel", "DistributedDataParallel":
        module = try module.requiredChild("module")
      case "AutoShape", "DetectMultiBackend", "autoShape":
        module = try module.requiredChild("model")
      case "ModelEMA": module = try module.requiredChild("ema")
      case "Ensemble":
        throw refused(module, "an ensemble of models", "Load one of its models by itself.")
      default:
        guard let layers = module.child("model"), !layers.children.isEmpty else {
          throw refused(
            module, "a model of class \(shortened(module.fullType))",
            "Only YOLOv5 detection models are read.")
        }
        return module
      }
    }
    throw module.failure("a model wrapped many times", expected: "a YOLOv5 detection model")
  }

  /// Why a value that is no module cannot be used.
  private static func refusal(
    of value: PickleTree.Value, _ entries: [(key: PickleTree.Value, value: PickleTree.Value)]?,
    _ checkpoint: TorchCheckpoint
  ) -> ModelFormatError {
    let tree = checkpoint.tree
    let pairs = tree.pairs(value) ?? entries ?? []
    let keys = pairs.compactMap(\.key.string)
    let holdsTensors = pairs.contains { pair in
      tree.object(pair.value)?.type.hasPrefix("torch._utils._rebuild") ?? false
    }
    if holdsTensors {
      return .wrongKind(
        file: checkpoint.path,
        found: "a state dict: weights without the modules they belong to (\(keys.count) tensors, "
          + "the first are \(keys.prefix(3).map { shortened($0) }.joined(separator: ", ")))",
        expected: "a YOLOv5 checkpoint with its model",
        remedy: "Load it into the model in Python, then save the whole model: "
          + "torch.save({\"model\": model}, \"whole.pt\").")
    }
    if let type = tree.object(value)?.type {
      let isUltralytics = type.hasPrefix("ultralytics.")
      return .wrongKind(
        file: checkpoint.path, found: "a checkpoint of class \(shortened(type))",
        expected: "a YOLOv5 detection model",
        remedy: isUltralytics
          ? "The ultralytics package's models (YOLOv5u, v8 and later) are not read."
          : "Only YOLOv5's own models are read.")
    }
    return .wrongKind(
      file: checkpoint.path,
      found: "a checkpoint without a model"
        + (keys.isEmpty
          ? "" : " (its keys are \(keys.prefix(8).map { shortened($0) }.joined(separator: ", ")))"),
      expected: "a YOLOv5 checkpoint with its model", remedy: "Check which file goes where.")
  }

  /// An error that names what a module is instead of a detection model.
  static func refused(
    _ module: ModuleRecord, _ found: String, _ remedy: String
  ) -> ModelFormatError {
    .wrongKind(
      file: module.checkpoint.path, found: found, expected: "a YOLOv5 detection model",
      remedy: remedy)
  }

  /// The class names of a model: a list, or a dictionary by number (as whole number or text).
  ///
  /// - Returns: A name for each class; empty where there is none.
  static func names(of model: ModuleRecord, classCount: Int) -> [String] {
    var names = [String](repeating: "", count: classCount)
    guard let value = model.attribute("names") else { return names }
    let tree = model.checkpoint.tree
    if let items = tree.items(value) {
      for (index, item) in items.prefix(classCount).enumerated() {
        names[index] = item.string ?? ""
      }
    }
    for (key, item) in tree.pairs(value) ?? [] {
      guard let index = key.int ?? key.string.flatMap({ Int($0) }), names.indices.contains(index)
      else { continue }
      names[index] = item.string ?? ""
    }
    return names
  }
}
