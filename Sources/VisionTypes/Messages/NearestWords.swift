/// Finds the words that a mistyped one may have meant.
package enum NearestWords {
  /// The candidates nearest to `word`, nearest first.
  ///
  /// - Parameters:
  ///   - word: What was typed.
  ///   - candidates: What could have been meant.
  ///   - limit: The most words to return; none if it is not positive.
  /// - Returns: Words within an edit distance of about a third of the typed word's length,
  ///   without regard to case, and those that begin with it, which count as one edit away; ties
  ///   keep the order of `candidates`. Nothing for a word of more than 100 letters.
  /// - Complexity: O(*n* · *m*²) for *n* candidates and a typed word of *m* letters.
  package static func find(_ word: String, in candidates: [String], limit: Int = 3) -> [String] {
    let typed = Array(word.lowercased())
    guard limit > 0, !typed.isEmpty, typed.count <= 100 else { return [] }
    // One edit would turn a single letter into any other.
    let allowed = typed.count == 1 ? 0 : max(1, (typed.count + 1) / 3)
    var scored: [(distance: Int, order: Int, word: String)] = []
    for (order, candidate) in candidates.enumerated() where !candidate.isEmpty {
      let letters = Array(candidate.lowercased())
      if typed.count >= 3, letters.starts(with: typed) {
        scored.append((letters.count > typed.count ? 1 : 0, order, candidate))
        continue
      }
      // As many edits as the lengths differ are needed at least: long words cost nothing.
      guard abs(letters.count - typed.count) <= allowed else { continue }
      let distance = editDistance(typed, letters)
      if distance <= allowed { scored.append((distance, order, candidate)) }
    }
    scored.sort { ($0.distance, $0.order) < ($1.distance, $1.order) }
    return scored.prefix(limit).map(\.word)
  }

  /// Insertions, deletions, replacements and swaps of neighbours between two words
  /// (the optimal string alignment distance).
  static func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [Int](repeating: i + 1, count: b.count + 1)
      for j in 0..<b.count {
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
