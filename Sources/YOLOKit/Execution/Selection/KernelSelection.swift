import CProcessor
import TensorKernels

#if arch(x86_64)
  import ConvolutionKernelsAVX2
  import ConvolutionKernelsAVX512
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Which kernels compute: the one place where the processor is asked.
enum KernelSelection {
  /// The kernels that this processor can run, best first.
  static let supported: [ConvolutionKernels] = {
    var kernels: [ConvolutionKernels] = []
    #if arch(x86_64)
      if processor_has_avx512() != 0 {
        kernels.append(ConvolutionKernelsAVX512.convolutionKernels())
      }
      if processor_has_avx2() != 0 { kernels.append(ConvolutionKernelsAVX2.convolutionKernels()) }
    #endif
    return kernels
  }()

  /// The kernels in use; nil for im2col and `cblas_sgemm`.
  ///
  /// The best ones that the processor can run, unless the environment names others: `YOLOKIT_KERNELS`
  /// is `avx512`, `avx2` or `blas`. What the processor cannot run, and what is no such name, counts as
  /// not said.
  static let current: ConvolutionKernels? = {
    guard let value = getenv("YOLOKIT_KERNELS") else { return supported.first }
    let name = String(cString: value)
    if name == "blas" { return nil }
    return supported.first { $0.name == name } ?? supported.first
  }()
}
