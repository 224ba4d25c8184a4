import struct TensorKernels.ConvolutionKernels
import struct TensorKernels.ResizeKernels

#if KERNEL_AVX512
  private let instructionSet = "avx512"
#else
  private let instructionSet = "avx2"
#endif

/// The kernels of this variant.
package func convolutionKernels() -> ConvolutionKernels {
  ConvolutionKernels(
    name: instructionSet, tileRows: tileRows, tileColumns: 2 * Vector.scalarCount,
    multiply: { multiplyTile($0) },
    transformInput: { transformInputTile($0) },
    transformOutput: { transformOutputTile($0) },
    activate: { map, pixels, activation in
      addBiasAndActivate(map, pixels: pixels, bias: nil, activation: activation)
    },
    resize: ResizeKernels(
      acrossBytes: { resizeBytesAcross($0) }, downBytes: { mixBytesDown($0) },
      halve: { halveBytes($0) }, scale: { scaleBytes($0, into: $1, count: $2) },
      acrossUnits: { resizeUnitsAcross($0) }, mixUnits: { mixUnitsDown($0) },
      convert: { convertYCbCr($0) }))
}
