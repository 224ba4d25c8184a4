import struct TensorKernels.ConvolutionKernels

#if KERNEL_AVX512
  private let instructionSet = "avx512"
#else
  private let instructionSet = "avx2"
#endif

/// The kernels of this variant.
package func convolutionKernels() -> ConvolutionKernels {
  ConvolutionKernels(
    name: instructionSet, tileRows: tileRows, tileColumns: 2 * Vector.scalarCount,
    multiply: { multiplyStrip($0) },
    transformFilters: { transformFilters($0) },
    transformInput: { transformInputTile($0) },
    transformOutput: { transformOutputTile($0) },
    poolPairs: { poolPairs($0) },
    maximumPool: { maximumPool($0, window: $1, output: $2, rows: $3) },
    activate: { map, pixels, activation in
      addBiasAndActivate(map, pixels: pixels, bias: nil, activation: activation)
    })
}
