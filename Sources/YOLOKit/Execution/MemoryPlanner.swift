/// Decides where in one block of memory each buffer lies, so that buffers share places over time.
///
/// A pure function: the largest buffer first, each at the lowest place where nothing lies that is
/// alive at the same time (greedy by size; Pisarchyk and Lee 2020).
enum MemoryPlanner {
  /// A buffer and the steps between which it holds something.
  struct Buffer {
    /// Its length, in floats.
    var count: Int
    /// The step that writes it first.
    var firstStep: Int
    /// The last step that reads it.
    var lastStep: Int
  }

  /// Buffers begin at multiples of this many floats: a 64-byte line.
  static let granularity = 16

  /// Places all buffers.
  ///
  /// - Parameter buffers: The buffers.
  /// - Returns: For each buffer its first float, and the length of the block, in floats.
  /// - Complexity: O(*n*²) for *n* buffers.
  static func place(_ buffers: [Buffer]) -> (offsets: [Int], count: Int) {
    let order = buffers.indices.sorted {
      (-buffers[$0].count, buffers[$0].firstStep, $0)
        < (-buffers[$1].count, buffers[$1].firstStep, $1)
    }
    var offsets = [Int](repeating: 0, count: buffers.count)
    var placed: [(start: Int, end: Int, index: Int)] = []
    var total = 0
    for index in order {
      let buffer = buffers[index]
      let length = (buffer.count + granularity - 1) / granularity * granularity
      var start = 0
      for other in placed
      where buffers[other.index].firstStep <= buffer.lastStep
        && buffer.firstStep <= buffers[other.index].lastStep
      {
        if start + length <= other.start { break }
        start = max(start, other.end)
      }
      offsets[index] = start
      total = max(total, start + length)
      let position = placed.firstIndex { $0.start > start } ?? placed.endIndex
      placed.insert((start, start + length, index), at: position)
    }
    return (offsets, total)
  }
}
