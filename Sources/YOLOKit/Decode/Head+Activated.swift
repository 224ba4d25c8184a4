import TensorKernels

extension Head {
  /// A head's numbers as Darknet's own head layer hands them on: activated, not yet boxes.
  ///
  /// Those of YOLOv5's Detect stay as they are.
  /// For whoever compares layers with Darknet; decoding does not need it.
  ///
  /// - Parameters:
  ///   - raw: The raw numbers, channels-last.
  ///   - shape: Their size, `[height, width, channels]`.
  /// - Returns: The same numbers in the same order, with the logistic, softmax and scale applied.
  func activatedValues(_ raw: [Float], shape: FeatureShape) -> [Float] {
    var values = raw
    switch kind {
    case .yolo(let settings) where settings.leavesRaw: break
    case .yolo(let settings):
      let perAnchor = settings.classOffset + classCount
      let step = settings.isGaussian ? 2 : 1
      for start in stride(from: 0, to: values.count - perAnchor + 1, by: perAnchor) {
        for place in 0..<perAnchor {
          let isSize = place == 2 * step || place == 3 * step
          if !settings.isActivated, !isSize {
            values[start + place] = activated(values[start + place], .logistic)
          }
          if place == 0 || place == step {
            values[start + place] =
              values[start + place] * settings.scaleXY - 0.5 * (settings.scaleXY - 1)
          }
        }
      }
    case .region(let settings):
      let perAnchor = 5 + classCount
      for start in stride(from: 0, to: values.count - perAnchor + 1, by: perAnchor) {
        let scores = Array(values[start + 4..<start + perAnchor])
        let places =
          (settings.activatesCenters ? [0, 1] : []) + (settings.hasBackground ? [] : [4])
        for place in places {
          values[start + place] = activated(values[start + place], .logistic)
        }
        if settings.hasBackground, settings.isSoftmax {
          values.replaceSubrange(start + 4..<start + perAnchor, with: softmax(scores))
        } else {
          values.replaceSubrange(
            start + 5..<start + perAnchor, with: settings.classProbabilities(scores))
        }
      }
    case .grid(let settings):
      guard settings.isSoftmax else { break }
      for start in stride(from: 0, to: settings.side * settings.side * classCount, by: classCount) {
        let cell = start..<start + classCount
        values.replaceSubrange(cell, with: softmax(Array(values[cell])))
      }
    }
    return values
  }
}
