import Synchronization
import TensorKernels

/// Packs filters for the kernels, once for all plans of a network.
///
/// A network is planned anew for each input size, but how its filters are packed depends on the
/// kernels alone. Thread-safe.
final class FilterPacker: Sendable {
  /// What filters are packed for.
  enum Way: Hashable {
    /// `TiledConvolutionStep`: `[panels, numbers of a filter, columns]`.
    case tiled
    /// `WinogradConvolutionStep`: `[panels, channels, positions, columns]`.
    case winograd
  }

  private struct Key: Hashable {
    let source: ObjectIdentifier
    let way: Way
    let columns: Int
  }

  /// The source is kept as well, so that no other storage can get its identity.
  private let entries = Mutex<[Key: (source: FloatStorage, packed: FloatStorage)]>([:])

  /// The filters of a convolution in panels of so many columns, the last one padded with 0.
  func packed(_ convolution: Convolution, for way: Way, columns: Int) -> FloatStorage {
    let source = convolution.weights.storage
    let key = Key(source: ObjectIdentifier(source), way: way, columns: columns)
    return entries.withLock { entries in
      if let entry = entries[key] { return entry.packed }
      let packed =
        switch way {
        case .tiled: Self.panels(convolution, columns: columns)
        case .winograd: Self.channelPanels(convolution, columns: columns)
        }
      entries[key] = (source, packed)
      return packed
    }
  }

  /// The bias of a convolution, padded with 0 to whole panels.
  func bias(_ convolution: Convolution, columns: Int) -> FloatStorage {
    let bias = FloatStorage(zeros: (convolution.filters + columns - 1) / columns * columns)
    bias.base.update(from: convolution.bias.storage.base, count: convolution.filters)
    return bias
  }

  /// `[filters, count]` as `[panels, count, columns]`.
  private static func panels(_ convolution: Convolution, columns: Int) -> FloatStorage {
    let count = convolution.channels * convolution.window.area
    return panels(convolution, columns: columns) { source, rows, target in
      packPanel(source, rowLength: count, rows: rows, into: target, columns: columns)
    }
  }

  /// `[filters, positions, channels]` as `[panels, channels, positions, columns]`.
  private static func channelPanels(_ convolution: Convolution, columns: Int) -> FloatStorage {
    let (positions, channels) = (convolution.window.area, convolution.channels)
    return panels(convolution, columns: columns) { source, rows, target in
      for row in 0..<rows {
        for position in 0..<positions {
          let from = source + (row * positions + position) * channels
          let to = target + position * columns + row
          for channel in 0..<channels { to[channel * positions * columns] = from[channel] }
        }
      }
    }
  }

  /// Packs one panel after the other.
  private static func panels(
    _ convolution: Convolution, columns: Int,
    _ pack: (UnsafePointer<Float>, _ rows: Int, UnsafeMutablePointer<Float>) -> Void
  ) -> FloatStorage {
    let count = convolution.channels * convolution.window.area
    let panels = (convolution.filters + columns - 1) / columns
    let packed = FloatStorage(zeros: panels * count * columns)
    for panel in 0..<panels {
      pack(
        convolution.weights.storage.base + panel * columns * count,
        min(columns, convolution.filters - panel * columns),
        packed.base + panel * count * columns)
    }
    return packed
  }
}
