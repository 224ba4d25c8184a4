import struct TensorKernels.ConvolutionKernels
import struct TensorKernels.ResizeKernels
import struct TensorKernels.WinogradTransforms

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
    winograd: WinogradTransforms(
      stride: 1, outputSide: 4,
      filters: { transformFilters($0) }, input: { transformInputTile($0) },
      output: { transformOutputTile($0) }),
    stridedWinograd: WinogradTransforms(
      stride: 2, outputSide: 3,
      filters: { transformStridedFilters($0) }, input: { transformStridedInputTile($0) },
      output: { transformStridedOutputTile($0) }),
    poolPairs: { poolPairs($0) },
    maximumPool: { maximumPool($0, window: $1, output: $2, rows: $3) },
    activate: { map, pixels, activation in
      addBiasAndActivate(map, pixels: pixels, bias: nil, activation: activation)
    },
    resize: ResizeKernels(
      acrossBytes: { resizeBytesAcross($0) }, downBytes: { mixBytesDown($0) },
      halve: { halveBytes($0) }, scale: { scaleBytes($0, into: $1, count: $2) },
      acrossUnits: { resizeUnitsAcross($0) }, mixUnits: { mixUnitsDown($0) },
      convert: { convertYCbCr($0) }))
}
