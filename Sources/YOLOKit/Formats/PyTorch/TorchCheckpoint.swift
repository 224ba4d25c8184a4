/// A file that `torch.save` wrote: an inert record tree and the storages it refers to.
///
/// Two layouts are read: the ZIP archive (PyTorch 1.6 and later: `data.pkl`, and one entry `data/KEY`
/// for each storage) and the older one (five pickles, then the storages one after the other).
/// Source: `torch/serialization.py`.
final class TorchCheckpoint {
  /// The file's path.
  let path: String
  /// What the pickle says.
  let tree: PickleTree
  /// How many numbers there are in the storages that were read so far.
  private(set) var storedCount = 0
  private var storages: [String: TorchStorage] = [:]
  private let loadStorage: (String, TorchElement) throws -> TorchStorage?

  /// The largest pickle that is read, in bytes; those of real checkpoints are below 1 MB.
  private static let pickleLimit = 1 << 28
  /// The largest storage that is read, in bytes.
  private static let storageLimit = 1 << 33

  /// Opens a file.
  ///
  /// - Throws: ``ModelFormatError``.
  init(path: String) throws(ModelFormatError) {
    self.path = path
    let file = try InputFile(path: path)
    let head = try file.bytes(at: 0, count: 512)
    guard !head.isEmpty else {
      throw .wrongKind(
        file: path, found: "an empty file", expected: "a PyTorch checkpoint",
        remedy: "The download or copy did not finish; fetch it again.")
    }
    if head.starts(with: [0x50, 0x4B]) {
      (tree, loadStorage) = try Self.openArchive(file)
    } else {
      if let kind = FileSniffer.kind(of: head) {
        throw .wrongKind(
          file: path, found: kind.found, expected: "a PyTorch checkpoint", remedy: kind.remedy)
      }
      guard head[0] == 0x80 else {
        throw .wrongKind(
          file: path, found: "no file that PyTorch wrote", expected: "a PyTorch checkpoint",
          remedy: "Check which file goes where.")
      }
      (tree, loadStorage) = try Self.openLegacy(file)
    }
  }

  // MARK: - Tensors

  /// A tensor's numbers and shape.
  struct Tensor {
    var shape: [Int]
    var values: [Float]
  }

  /// Reads a tensor (or parameter) that the tree describes; nil where the value is none.
  ///
  /// - Throws: ``ModelFormatError`` where it is a tensor that cannot be read.
  func tensor(_ value: PickleTree.Value) throws(ModelFormatError) -> Tensor? {
    var value = value
    // A parameter is a tensor in a wrapping; the second one would be odd, and they might go on for ever.
    for _ in 0..<2 {
      guard let record = tree.object(value), let arguments = tree.items(record.arguments) else {
        return nil
      }
      switch record.type {
      case "torch._utils._rebuild_parameter", "torch._utils._rebuild_parameter_with_state",
        "torch.nn.parameter.Parameter":
        guard let inner = arguments.first else { return nil }
        value = inner
      case "torch._utils._rebuild_tensor_v2", "torch._utils._rebuild_tensor",
        "torch._utils._rebuild_tensor_v3":
        return try rebuilt(arguments)
      default: return nil
      }
    }
    throw damaged("a parameter is made of another parameter")
  }

  private func rebuilt(_ arguments: [PickleTree.Value]) throws(ModelFormatError) -> Tensor {
    guard arguments.count >= 4, case .node(let index) = arguments[0],
      case .persistent(let id) = tree.nodes[index], let offset = arguments[1].strictInt,
      let shape = integers(arguments[2]), let strides = integers(arguments[3])
    else { throw damaged("a tensor's description cannot be read") }
    let storage = try storage(id)
    guard let values = storage.floats(from: offset, shape: shape, strides: strides) else {
      throw damaged(
        "a tensor of shape \(shape.prefix(8)) at \(offset) does not lie in its storage of "
          + "\(storage.count) numbers")
    }
    return Tensor(shape: shape, values: values)
  }

  private func integers(_ value: PickleTree.Value) -> [Int]? {
    guard let items = tree.items(value), items.count <= 16 else { return nil }
    let numbers = items.compactMap(\.strictInt)
    return numbers.count == items.count ? numbers : nil
  }

  /// The storage of a persistent id: `("storage", class, key, location, count)`.
  private func storage(_ id: PickleTree.Value) throws(ModelFormatError) -> TorchStorage {
    guard let parts = tree.items(id), parts.count >= 5, parts[0].string == "storage",
      case .global(let storageClass) = parts[1], let key = parts[2].string, let count = parts[4].int
    else { throw damaged("a storage's description cannot be read") }
    guard let element = TorchElement(storageClass: storageClass) else {
      throw damaged("numbers of type \(shortened(storageClass)) cannot be read")
    }
    if let known = storages[key], known.element == element { return known }
    let loaded: TorchStorage?
    do { loaded = try loadStorage(key, element) } catch let error as ModelFormatError {
      throw error
    } catch { throw damaged("\(error)") }
    guard let loaded, count >= 0, loaded.count >= count else {
      throw damaged("storage \(shortened(key)) is missing or shorter than \(count) numbers")
    }
    storedCount += loaded.count - (storages[key]?.count ?? 0)
    storages[key] = loaded
    return loaded
  }

  /// An error about the file's content.
  func damaged(_ what: String) -> ModelFormatError {
    .wrongKind(
      file: path, found: "a damaged checkpoint (\(what))", expected: "a PyTorch checkpoint",
      remedy: "Fetch or copy the file again, or save it anew with PyTorch.")
  }

  // MARK: - The two layouts

  private typealias Opened = (PickleTree, (String, TorchElement) throws -> TorchStorage?)

  private static func openArchive(_ file: InputFile) throws(ModelFormatError) -> Opened {
    let archive = try ZipArchive(file)
    let pickles = archive.entries.keys.filter { $0 == "data.pkl" || $0.hasSuffix("/data.pkl") }
    guard pickles.count == 1, let name = pickles.first else {
      throw .wrongKind(
        file: file.path,
        found: pickles.isEmpty
          ? "a ZIP archive without a data.pkl" : "a ZIP archive with several data.pkl",
        expected: "a PyTorch checkpoint", remedy: "Check which file goes where.")
    }
    let folder = String(name.dropLast("data.pkl".count))
    if archive.entries.keys.contains(where: {
      $0.hasPrefix(folder + "code/") || $0 == folder + "constants.pkl"
    }) {
      throw .wrongKind(
        file: file.path, found: "a TorchScript program (an export)",
        expected: "a checkpoint with its weights",
        remedy: "Use the .pt file that it was exported from.")
    }
    var isBigEndian = false
    if archive.entries[folder + "byteorder"] != nil {
      let order = try archive.contents(of: folder + "byteorder", limit: 64)
      isBigEndian = String(decoding: order, as: UTF8.self).hasPrefix("big")
    }
    let tree = try pickle(try archive.contents(of: name, limit: pickleLimit), 0, file).tree
    return (
      tree,
      { key, element in
        let name = folder + "data/" + key
        guard archive.entries[name] != nil else { return nil }
        let bytes = try archive.contents(of: name, limit: storageLimit)
        return TorchStorage(bytes: bytes[...], element: element, isBigEndian: isBigEndian)
      }
    )
  }

  private static func openLegacy(_ file: InputFile) throws(ModelFormatError) -> Opened {
    guard file.size <= storageLimit else {
      throw .sizeMismatch(
        file: file.path, found: file.size, expected: storageLimit,
        remedy: "Checkpoints of this old kind are read only up to that length.")
    }
    let bytes = try file.bytes(at: 0, count: file.size)
    // Magic number, protocol version, system information, the tree, the storages' keys.
    let magic = try pickle(bytes, 0, file)
    guard case .bytes(let number) = magic.tree.root,
      number == [0x6C, 0xFC, 0x9C, 0x46, 0xF9, 0x20, 0x6A, 0xA8, 0x50, 0x19]
    else {
      throw .wrongKind(
        file: file.path, found: "a pickle that is no PyTorch checkpoint",
        expected: "a PyTorch checkpoint", remedy: "Save the model with torch.save.")
    }
    let version = try pickle(bytes, magic.end, file)
    guard version.tree.root == .int(1001) else {
      throw .wrongKind(
        file: file.path, found: "a checkpoint of an unknown old kind (not protocol 1001)",
        expected: "a PyTorch checkpoint", remedy: "Save it anew with a current PyTorch.")
    }
    let system = try pickle(bytes, version.end, file)
    let isBigEndian = system.tree.value(system.tree.root, "little_endian") == .bool(false)
    let main = try pickle(bytes, system.end, file)
    let keys = try pickle(bytes, main.end, file)
    let sizes = elementSizes(main.tree)
    var places: [String: Range<Int>] = [:]
    var cursor = ByteCursor(bytes, from: keys.end)
    for key in keys.tree.items(keys.tree.root) ?? [] {
      guard let name = key.string, let size = sizes[name], let count = cursor.int(8),
        let length = CheckedArithmetic.product(count, size), cursor.remaining >= length,
        cursor.seek(cursor.position + length)
      else {
        throw .wrongKind(
          file: file.path, found: "a checkpoint that ends too early (\(file.size) bytes)",
          expected: "a PyTorch checkpoint", remedy: "Fetch or copy the file again.")
      }
      places[name] = cursor.position - length..<cursor.position
    }
    let found = places
    return (
      main.tree,
      { key, element in
        found[key].map {
          TorchStorage(bytes: bytes[$0], element: element, isBigEndian: isBigEndian)
        }
      }
    )
  }

  /// For each storage of a tree the size of its numbers, in bytes.
  private static func elementSizes(_ tree: PickleTree) -> [String: Int] {
    var sizes: [String: Int] = [:]
    for case .persistent(let id) in tree.nodes {
      guard let parts = tree.items(id), parts.count >= 3, case .global(let name) = parts[1],
        let key = parts[2].string, let element = TorchElement(storageClass: name)
      else { continue }
      sizes[key] = element.size
    }
    return sizes
  }

  private static func pickle(
    _ bytes: [UInt8], _ start: Int, _ file: InputFile
  ) throws(ModelFormatError) -> (tree: PickleTree, end: Int) {
    do throws(PickleReader.Failure) {
      let (tree, end) = try PickleReader.read(bytes, from: start)
      return (tree, end)
    } catch {
      throw .wrongKind(
        file: file.path,
        found: "a checkpoint whose pickle is damaged (byte \(error.offset): \(error.problem))",
        expected: "a PyTorch checkpoint", remedy: "Fetch or copy the file again.")
    }
  }
}
