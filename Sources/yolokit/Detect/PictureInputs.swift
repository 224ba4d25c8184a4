import CommandLineKit

/// One thing to work on.
enum PictureInput: Sendable, Equatable {
  /// A picture.
  case picture(SystemPath)
  /// What was named but gives no picture, and why.
  case failure(SystemPath, message: String)
}

/// Turns what the command line names (pictures, folders, patterns, a list) into pictures.
struct PictureInputs {
  /// The extensions by which pictures in folders are known, in lower case.
  static let extensions: Set<String> = ["jpg", "jpeg", "png"]

  /// Whether paths in the list on standard input end with a zero byte.
  let listEndsWithZero: Bool

  /// The pictures in the order of the operands; those of a folder or pattern sorted by name.
  ///
  /// What gives no picture becomes a failure in its place, and the rest goes on.
  func expand(_ operands: [SystemPath]) -> [PictureInput] {
    operands.flatMap { operand in
      operand == SystemPath("-") ? list() : expand(operand, allowsPattern: true)
    }
  }

  private func list() -> [PictureInput] {
    let name = SystemPath("-")
    do throws(InputError) {
      let bytes = try StandardInput.readAll()
      let paths = try PathList.paths(in: bytes, endsWithZero: listEndsWithZero)
      if paths.isEmpty {
        return [.failure(name, message: "The list on standard input names no picture.")]
      }
      return paths.flatMap { expand($0, allowsPattern: false) }
    } catch {
      return [.failure(name, message: "\(error)")]
    }
  }

  /// A file whose name happens to look like a pattern is taken as the file.
  private func expand(_ path: SystemPath, allowsPattern: Bool) -> [PictureInput] {
    if let status = FileStatus(path) {
      return status.kind == .folder ? contents(of: path) : [.picture(path)]
    }
    // Opening what is not there gives the system's own reason.
    guard allowsPattern, Glob.isPattern(path) else { return [.picture(path)] }
    do throws(InputError) {
      let paths = try Glob.paths(matching: path)
      if paths.isEmpty {
        return [.failure(path, message: "\(path): no file fits this pattern.")]
      }
      return paths.flatMap { expand($0, allowsPattern: false) }
    } catch {
      return [.failure(path, message: "\(error)")]
    }
  }

  private func contents(of folder: SystemPath) -> [PictureInput] {
    do throws(InputError) {
      let pictures = try Folder.names(in: folder)
        .filter { Self.extensions.contains($0.lowercasedExtension) }
        .map { folder.appending($0) }
        .filter { FileStatus($0)?.kind != .folder }
      if pictures.isEmpty {
        let kinds = Self.extensions.sorted().joined(separator: ", ")
        return [
          .failure(folder, message: "\(folder): no pictures (\(kinds)) in this folder.")
        ]
      }
      return pictures.map { .picture($0) }
    } catch {
      return [.failure(folder, message: "\(error)")]
    }
  }
}
