import TensorKernels

/// Turns a head's raw numbers into candidates.
///
/// Only what can pass the threshold is computed: a box whose raw objectness is too low costs one
/// comparison. As in Darknet, a box counts when its objectness is above the threshold, and each of
/// its classes when objectness times probability is; both strictly. In a `[detection]` head, whose
/// numbers are not held within 0…1, only the product counts.
struct HeadDecoder {
  /// The head.
  let head: Head
  /// The size of the raw numbers, `[height, width, channels]`.
  let shape: FeatureShape
  /// The network's input.
  let inputShape: FeatureShape
  /// Whether a box counts for each of its classes above the threshold, not for the best one only.
  var isMultiLabel = true

  /// Decodes a head.
  ///
  /// - Parameters:
  ///   - raw: The raw numbers, channels-last, without gaps.
  ///   - threshold: The lowest score, exclusive, 0…1.
  ///   - mapping: From the input to the picture.
  ///   - firstBox: The number of the head's first box.
  ///   - result: Where the candidates go.
  func decode(
    _ raw: Span<Float>, threshold: Float, mapping: BoxMapping, firstBox: Int,
    into result: inout Candidates
  ) {
    switch head.kind {
    case .yolo(let settings):
      decode(settings, raw, threshold, mapping, firstBox, &result)
    case .region(let settings):
      decode(settings, raw, threshold, mapping, firstBox, &result)
    case .grid(let settings):
      decode(settings, raw, threshold, mapping, firstBox, &result)
    }
  }

  /// How many boxes the head has.
  var boxCount: Int {
    switch head.kind {
    case .yolo(let settings): settings.anchors.count * shape.pixels
    case .region(let settings): settings.anchors.count * shape.pixels
    case .grid(let settings): settings.side * settings.side * settings.boxesPerCell
    }
  }

  /// Adds a candidate for each class above the threshold, or for the best one of them; drops boxes
  /// that are not finite.
  private func add(
    _ box: BoundingBox, number: Int, threshold: Float, to result: inout Candidates,
    score: (Int) -> Float
  ) {
    var isCounted = false
    var best: Candidate?
    for classIndex in 0..<head.classCount {
      let score = score(classIndex)
      guard score > threshold else {
        if score.isNaN { isCounted = true }
        continue
      }
      guard box.isFinite, score.isFinite else {
        isCounted = true
        continue
      }
      let candidate = Candidate(
        box: box, classIndex: classIndex, score: score, boxIndex: number)
      if isMultiLabel {
        result.candidates.append(candidate)
      } else if score > best?.score ?? threshold {
        best = candidate
      }
    }
    if let best { result.candidates.append(best) }
    if isCounted { result.nonFiniteCount += 1 }
  }

  // MARK: - [yolo] and [Gaussian_yolo], and YOLOv5's Detect

  private func decode(
    _ settings: YOLOHead, _ raw: Span<Float>, _ threshold: Float, _ mapping: BoxMapping,
    _ firstBox: Int, _ result: inout Candidates
  ) {
    let perAnchor = settings.classOffset + head.classCount
    let step = settings.isGaussian ? 2 : 1
    // Below this raw objectness the logistic cannot pass, with room for rounding.
    let floor = settings.isActivated ? threshold : logit(threshold) - 0.01
    let scale = settings.scaleXY
    for pixel in 0..<shape.pixels {
      for (anchorIndex, anchor) in settings.anchors.enumerated() {
        let start = (pixel * settings.anchors.count + anchorIndex) * perAnchor
        let rawObject = raw[start + settings.classOffset - 1]
        guard !(rawObject <= floor) else { continue }
        let isPlain = settings.isActivated
        let objectness = isPlain ? rawObject : activated(rawObject, .logistic)
        guard objectness > threshold else {
          if objectness.isNaN { result.nonFiniteCount += 1 }
          continue
        }
        let (row, column) = pixel.quotientAndRemainder(dividingBy: shape.width)
        let x = Self.unit(raw[start], isPlain) * scale - 0.5 * (scale - 1)
        let y = Self.unit(raw[start + step], isPlain) * scale - 0.5 * (scale - 1)
        let (w, h) = (raw[start + 2 * step], raw[start + 3 * step])
        let box = mapping.box(
          centerX: (Float(column) + x) / Float(shape.width),
          centerY: (Float(row) + y) / Float(shape.height),
          width: settings.size(w) * anchor.width / Float(inputShape.width),
          height: settings.size(h) * anchor.height / Float(inputShape.height))
        let certainty = settings.isGaussian ? Self.certainty(raw, start) : 1
        add(
          box, number: firstBox + anchorIndex * shape.pixels + pixel, threshold: threshold,
          to: &result
        ) { objectness * Self.unit(raw[start + settings.classOffset + $0], isPlain) * certainty }
      }
    }
  }

  /// A number as a fraction: its logistic, or itself where it comes activated.
  private static func unit(_ x: Float, _ isPlain: Bool) -> Float {
    isPlain ? x : activated(x, .logistic)
  }

  /// One minus the mean uncertainty of the four coordinates of a Gaussian box.
  private static func certainty(_ raw: Span<Float>, _ start: Int) -> Float {
    let sum = [1, 3, 5, 7].reduce(Float(0)) { $0 + activated(raw[start + $1], .logistic) }
    return 1 - sum / 4
  }

  // MARK: - [region]

  private func decode(
    _ settings: RegionHead, _ raw: Span<Float>, _ threshold: Float, _ mapping: BoxMapping,
    _ firstBox: Int, _ result: inout Candidates
  ) {
    let perAnchor = 5 + head.classCount
    for pixel in 0..<shape.pixels {
      let (row, column) = pixel.quotientAndRemainder(dividingBy: shape.width)
      for (anchorIndex, anchor) in settings.anchors.enumerated() {
        let start = (pixel * settings.anchors.count + anchorIndex) * perAnchor
        let objectness = settings.hasBackground ? 1 : activated(raw[start + 4], .logistic)
        guard objectness > threshold else {
          if objectness.isNaN { result.nonFiniteCount += 1 }
          continue
        }
        let box = mapping.box(
          centerX: (Float(column) + activated(raw[start], .logistic)) / Float(shape.width),
          centerY: (Float(row) + activated(raw[start + 1], .logistic)) / Float(shape.height),
          width: exponential(raw[start + 2]) * anchor.width / Float(shape.width),
          height: exponential(raw[start + 3]) * anchor.height / Float(shape.height))
        let classes = settings.classProbabilities(
          (4..<perAnchor).map { raw[start + $0] })
        add(
          box, number: firstBox + anchorIndex * shape.pixels + pixel,
          threshold: threshold, to: &result
        ) { objectness * classes[$0] }
      }
    }
  }

  // MARK: - [detection]

  /// YOLOv1: all class scores of all cells, then the objectness of all boxes, then the boxes.
  private func decode(
    _ settings: GridHead, _ raw: Span<Float>, _ threshold: Float, _ mapping: BoxMapping,
    _ firstBox: Int, _ result: inout Candidates
  ) {
    let cells = settings.side * settings.side
    let objectStart = cells * head.classCount
    let boxStart = objectStart + cells * settings.boxesPerCell
    let side = Float(settings.side)
    for cell in 0..<cells {
      let (row, column) = cell.quotientAndRemainder(dividingBy: settings.side)
      let scores = (0..<head.classCount).map { raw[cell * head.classCount + $0] }
      let classes =
        settings.isSoftmax ? softmax(scores) : scores
      for n in 0..<settings.boxesPerCell {
        let place = cell * settings.boxesPerCell + n
        let objectness = raw[objectStart + place]
        let start = boxStart + place * 4
        let size = { (x: Float) -> Float in settings.isSquareRoot ? x * x : x }
        let box = mapping.box(
          centerX: (raw[start] + Float(column)) / side,
          centerY: (raw[start + 1] + Float(row)) / side,
          width: size(raw[start + 2]), height: size(raw[start + 3]))
        add(box, number: firstBox + place, threshold: threshold, to: &result) {
          objectness * classes[$0]
        }
      }
    }
  }
}

extension YOLOHead {
  /// How many times its anchor a box is wide (or high).
  func size(_ raw: Float) -> Float {
    switch sizes {
    case .exponential: return exponential(raw)
    case .squared:
      let x = isActivated ? raw : activated(raw, .logistic)
      return x * x * 4
    }
  }
}

extension RegionHead {
  /// The class probabilities of one box.
  ///
  /// - Parameter scores: The raw objectness (or background) and the raw class scores.
  /// - Returns: One probability for each class, 0…1.
  func classProbabilities(_ scores: [Float]) -> [Float] {
    let classes = Array(scores.dropFirst())
    guard isSoftmax else { return classes.map { activated($0, .logistic) } }
    return hasBackground ? Array(softmax(scores).dropFirst()) : softmax(classes)
  }
}
