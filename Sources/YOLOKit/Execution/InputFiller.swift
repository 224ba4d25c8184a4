import TensorKernels

/// Fills a network's input with pictures of one size and form.
///
/// Tables of places and weights are computed once, and memory for single rows is taken once: the
/// pictures of one camera cost neither. A filler's memory serves one picture at a time.
final class InputFiller: Sendable {
  /// The way from a picture to an input.
  struct Way: Hashable {
    /// How samples lie in memory.
    var form: SourceForm
    /// How the picture lies in the input.
    var letterbox: Letterbox
    /// How it is resized.
    var resampling: InputConventions.Resampling
    /// The grey around it, 0…1.
    var fill: Float
  }

  /// What it does.
  let way: Way
  private let resize: Resize
  private let pieces: Int
  private let scratch: FloatStorage

  private enum Resize {
    case darknet(DarknetResize)
    case openCV(OpenCVResize)
  }

  /// Prepares a way.
  ///
  /// - Parameters:
  ///   - way: The way.
  ///   - threads: How many threads share the work.
  init(_ way: Way, threads: Int) {
    self.way = way
    let box = way.letterbox
    let count: Int
    switch way.resampling {
    case .darknet:
      let resize = DarknetResize(
        width: box.pictureWidth, height: box.pictureHeight, form: way.form,
        toWidth: box.placedWidth, toHeight: box.placedHeight)
      count = resize.scratchCount
      self.resize = .darknet(resize)
    case .openCV:
      let resize = OpenCVResize(
        width: box.pictureWidth, height: box.pictureHeight, form: way.form,
        toWidth: box.placedWidth, toHeight: box.placedHeight)
      count = resize.scratchCount
      self.resize = .openCV(resize)
    }
    // Rows of a piece; below some thousand pixels sharing costs more than it saves.
    let worthwhile = box.inputWidth * box.inputHeight / 4096
    pieces = max(1, min(box.inputHeight, threads * 4, worthwhile))
    scratchCount = count
    scratch = FloatStorage(zeros: pieces * count)
  }

  private let scratchCount: Int

  /// Fills an input.
  ///
  /// - Parameters:
  ///   - map: The input.
  ///   - picture: A picture of the way's size and form.
  ///   - kernels: The loops.
  ///   - pool: The threads.
  func fill(
    _ map: FeatureMap, with picture: SourcePicture, kernels: ResizeKernels, on pool: WorkerPool
  ) {
    let box = way.letterbox
    pool.run(parts: pieces) { piece in
      let rows = map.height * piece / pieces..<map.height * (piece + 1) / pieces
      fillMargins(of: map, rows: rows)
      let placed = rows.clamped(to: box.top..<box.top + box.placedHeight)
      guard !placed.isEmpty else { return }
      let target = ResizeTarget(
        map: map, top: box.top, left: box.left, scratch: scratch, piece: piece,
        count: scratchCount)
      let range = placed.lowerBound - box.top..<placed.upperBound - box.top
      switch resize {
      case .darknet(let resize):
        resize.resize(picture, into: target, rows: range, kernels: kernels)
      case .openCV(let resize):
        resize.resize(picture, into: target, rows: range, kernels: kernels)
      }
    }
  }

  /// Writes the grey around the picture; other features take the input's place during a run.
  private func fillMargins(of map: FeatureMap, rows: Range<Int>) {
    let box = way.letterbox
    let right = box.left + box.placedWidth
    for row in rows {
      if row < box.top || row >= box.top + box.placedHeight {
        map.pixel(row, 0).update(repeating: way.fill, count: map.width * map.channels)
        continue
      }
      map.pixel(row, 0).update(repeating: way.fill, count: box.left * map.channels)
      map.pixel(row, right).update(
        repeating: way.fill, count: (map.width - right) * map.channels)
    }
  }
}
