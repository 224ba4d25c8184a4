import TensorKernels

/// Learned numbers of one layer, with value semantics: copies share memory until one is changed.
///
/// Convolution filters stand channels-last, `[filters, kernelHeight, kernelWidth, channels]`,
/// whatever the file's order was, so that a filter lines up with the pixels it is laid over.
struct WeightTensor: Sendable {
  /// The memory; never changed while another tensor shares it.
  private(set) var storage: FloatStorage

  /// How many numbers.
  var count: Int { storage.count }

  /// Takes over a storage that nobody else writes to any more.
  init(_ storage: FloatStorage) {
    self.storage = storage
  }

  /// `count` times 0.
  init(zeros count: Int) {
    storage = FloatStorage(zeros: count)
  }

  /// Copies numbers.
  init(_ values: some Collection<Float>) {
    storage = FloatStorage(values)
  }

  /// One number; checked.
  subscript(index: Int) -> Float {
    storage.withSpan { $0[index] }
  }

  /// Changes the numbers; copies them first where another tensor shares them.
  mutating func mutate(_ body: (inout MutableSpan<Float>) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    storage.withMutableSpan(body)
  }
}
