/// Which of the two Darknet programs a cfg was written for.
///
/// Both read the same files but compute some things differently.
public enum DarknetDialect: String, Sendable, CaseIterable {
  /// Decide by the cfg: ``alexeyAB`` when it holds anything that only that program knows.
  case automatic
  /// The original program by J. Redmon (`pjreddie/darknet`).
  ///
  /// Batch normalisation divides by `sqrt(variance) + 0.000001`; pictures are letterboxed.
  case original
  /// The later program by A. Bochkovskiy (`AlexeyAB/darknet`), home of YOLOv4 and v7.
  ///
  /// Batch normalisation divides by `sqrt(variance + 0.00001)`; pictures are stretched unless the
  /// cfg has `letter_box=1`.
  case alexeyAB
}

extension DarknetDialect {
  /// The program that a cfg is for.
  func resolved(for file: ConfigurationFile) -> DarknetDialect {
    guard self == .automatic else { return self }
    let isNewer = file.sections.contains { section in
      Self.newerSections.contains(section.name)
        || section.options.keys.contains { Self.newerOptions.contains($0) }
        || section.options["activation"].map { Self.newerActivations.contains($0.value) } ?? false
    }
    return isNewer ? .alexeyAB : .original
  }

  /// Where the batch normalisation of this program puts its small number.
  var epsilon: BatchNormalization.Epsilon {
    self == .alexeyAB ? .underRoot(0.00001) : .besideRoot(0.000001)
  }

  private static let newerSections: Set<String> = [
    "Gaussian_yolo", "sam", "scale_channels", "reorg3d", "local_avgpool", "local_avg", "empty",
    "silence",
  ]
  private static let newerOptions: Set<String> = [
    "scale_x_y", "new_coords", "iou_loss", "iou_thresh", "iou_normalizer", "nms_kind", "beta_nms",
    "letter_box", "mosaic", "mixup", "cutmix", "antialiasing", "group_id", "dilation",
    "stride_x", "stride_y", "share_index", "weights_type", "maxpool_depth", "scale_wh",
    "objectness_smooth", "max_delta", "ema_alpha", "dynamic_minibatch",
  ]
  private static let newerActivations: Set<String> = [
    "mish", "swish", "hard_mish", "gelu", "relu6", "revleaky", "normalize_channels",
    "normalize_channels_softmax", "normalize_channels_softmax_maxval",
  ]
}
