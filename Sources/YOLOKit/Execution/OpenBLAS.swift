import COpenBLAS

/// The thread count of OpenBLAS, set once.
enum OpenBLAS {
  /// Makes every `cblas_sgemm` run on the thread that calls it.
  ///
  /// The work is divided before OpenBLAS sees it, and its own threads would only compete with ours.
  /// This holds for the whole process: OpenBLAS has no other switch.
  static let useCallersThread: Void = openblas_set_num_threads(1)
}
