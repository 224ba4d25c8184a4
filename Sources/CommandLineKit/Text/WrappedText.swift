/// Breaks text into lines.
package enum WrappedText {
  /// The words of a text in lines of at most `width` columns.
  ///
  /// Line breaks in the text stay. A word wider than a line gets a line of its own.
  package static func lines(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var lines: [String] = []
      var line = ""
      for word in paragraph.split(separator: " ") {
        if line.isEmpty {
          line = String(word)
        } else if DisplayWidth.of(line) + 1 + DisplayWidth.of(word) <= width {
          line += " " + word
        } else {
          lines.append(line)
          line = String(word)
        }
      }
      return lines + [line]
    }
  }
}
