/// Lines of text in aligned columns.
package struct TextTable {
  /// To which side of its column a text is put.
  package enum Alignment: Sendable {
    /// Text begins at the same column.
    case left
    /// Text ends at the same column.
    case right
  }

  private let alignments: [Alignment]
  private let separator: String
  private let indent: String
  private var rows: [[String]] = []

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - alignments: One for each column.
  ///   - separator: What stands between two columns.
  ///   - indent: What stands before the first column.
  package init(_ alignments: [Alignment], separator: String = "  ", indent: String = "") {
    self.alignments = alignments
    self.separator = separator
    self.indent = indent
  }

  /// Adds a line; missing cells are empty, and cells beyond the last column are left out.
  package mutating func append(_ cells: [String]) {
    let kept = cells.prefix(alignments.count)
    rows.append(kept + Array(repeating: "", count: alignments.count - kept.count))
  }

  /// The lines, without blanks at their ends.
  package var lines: [String] {
    let widths = alignments.indices.map { column in
      rows.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.indices.map { column in
        Self.pad(row[column], to: widths[column], alignments[column])
      }
      return (indent + cells.joined(separator: separator)).trimmingTrailingBlanks()
    }
  }

  /// The text filled with blanks to a width in columns.
  package static func pad(_ text: String, to width: Int, _ alignment: Alignment) -> String {
    let blanks = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
    return alignment == .left ? text + blanks : blanks + text
  }
}

extension String {
  /// The text without blanks at its end.
  func trimmingTrailingBlanks() -> String {
    var end = endIndex
    while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
    return String(self[..<end])
  }
}
