/// The place of the first number that is not finite; nil when all are.
package func firstNonFinite(_ floats: borrowing MutableSpan<Float>) -> Int? {
  floats.withUnsafeBufferPointer { buffer in
    // The product with 0 is 0 for every finite number, and not a number for the others; one sum
    // over a block tells whether the block is worth a closer look.
    var start = 0
    while start < buffer.count {
      let end = min(start &+ 4096, buffer.count)
      var sums = Vector(0)
      var i = start
      if let base = buffer.baseAddress {
        while i &+ 8 <= end {
          sums += loadVector(base + i) * Vector(0)
          i &+= 8
        }
      }
      var total = sums.sum()
      while i < end {
        total += buffer[i] * 0
        i &+= 1
      }
      if total != 0 {
        for j in start..<end where !buffer[j].isFinite { return j }
      }
      start = end
    }
    return nil
  }
}
