/// The sum of the products of two rows of numbers.
///
/// Sixteen partial sums, joined at the end, so that rounding errors stay small in long rows and the
/// result does not depend on how the work was split.
package func dotProduct(
  _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, count: Int
) -> Float {
  var low = Vector(0)
  var high = Vector(0)
  let vectorEnd = count & ~15
  var i = 0
  while i < vectorEnd {
    low += loadVector(a + i) * loadVector(b + i)
    high += loadVector(a + (i &+ 8)) * loadVector(b + (i &+ 8))
    i &+= 16
  }
  let sums = low + high
  var total: Float = 0
  for lane in 0..<8 { total += sums[lane] }
  while i < count {
    total += a[i] * b[i]
    i &+= 1
  }
  return total
}
