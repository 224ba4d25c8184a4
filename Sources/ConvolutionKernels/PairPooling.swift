import struct TensorKernels.PairPooling

/// Takes the largest of each two by two pixels.
func poolPairs(_ pairs: borrowing PairPooling) {
  let width = Vector.scalarCount
  let vectorEnd = pairs.channels & ~(width &- 1)
  for row in 0..<pairs.rows {
    var top = pairs.source + 2 &* row &* pairs.sourceRowStride
    var target = pairs.output + row &* pairs.outputRowStride
    for _ in 0..<pairs.columns {
      let topRight = top + pairs.sourcePixelStride
      let bottom = top + pairs.sourceRowStride
      let bottomRight = bottom + pairs.sourcePixelStride
      var c = 0
      while c < vectorEnd {
        storeVector(
          larger(
            larger(loadVector(top + c), loadVector(topRight + c)),
            larger(loadVector(bottom + c), loadVector(bottomRight + c))), target + c)
        c &+= width
      }
      while c < pairs.channels {
        target[c] = max(max(top[c], topRight[c]), max(bottom[c], bottomRight[c]))
        c &+= 1
      }
      top += 2 &* pairs.sourcePixelStride
      target += pairs.outputPixelStride
    }
  }
}
