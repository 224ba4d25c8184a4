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
    /// `WinogradConvolutionStep`: `[36, panels, channels, columns]`.
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
        case .tiled:
          Self.panels(
            source, planes: 1, filters: convolution.filters,
            count: convolution.channels * convolution.window.area, columns: columns)
        case .winograd:
          Self.panels(
            WinogradFilters.transformed(
              source.base, filters: convolution.filters, channels: convolution.channels),
            planes: 36, filters: convolution.filters, count: convolution.channels,
            columns: columns)
        }
      entries[key] = (source, packed)
      return packed
    }
  }

  /// `[planes, filters, count]` as `[planes, panels, count, columns]`.
  private static func panels(
    _ source: FloatStorage, planes: Int, filters: Int, count: Int, columns: Int
  ) -> FloatStorage {
    let panels = (filters + columns - 1) / columns
    let packed = FloatStorage(zeros: planes * panels * count * columns)
    for plane in 0..<planes {
      for panel in 0..<panels {
        packPanel(
          source.base + (plane * filters + panel * columns) * count, rowLength: count,
          rows: min(columns, filters - panel * columns),
          into: packed.base + (plane * panels + panel) * count * columns, columns: columns)
      }
    }
    return packed
  }
}
