/// The options of Darknet's cfg files that matter only for training, or say nothing to a detector.
enum TrainingOptions {
  /// Known and ignored.
  static let keys: Set<String> = [
    "B1", "B2", "absolute", "adam", "angle", "aspect", "batch", "bflip", "bias_match", "blur",
    "burn_in", "class_scale", "cls_normalizer", "coord_scale", "counters_per_class", "cutmix",
    "decay", "delta_normalizer", "dontload", "dontloadscales", "dynamic_minibatch", "ema_alpha",
    "eps", "exposure", "flip", "focal_loss", "forced", "freeze", "gamma", "gaussian_noise",
    "grad_loss", "hue", "ignore_thresh", "iou_loss", "iou_normalizer", "iou_thresh",
    "iou_thresh_kind", "jitter", "label_smooth_eps", "learning_rate", "log_step", "loss_scale",
    "max", "max_batches", "max_chart_loss", "max_crop", "max_delta", "min_crop", "mixup",
    "momentum", "mosaic", "mosaic_bound", "noadjust", "noobject_scale", "obj_normalizer",
    "object_scale", "objectness_smooth", "optimized_memory", "policy", "power", "probability",
    "random", "rescore", "resize", "resize_step", "restart", "saturation", "scales", "seq_scales",
    "sequential_subdivisions", "shift", "show_details", "steps", "stopbackward", "subdivisions",
    "thresh", "time_steps", "track", "train_only_bn", "truth_thresh", "try_fix_nan",
    "uc_normalizer", "use_cuda_graph", "weights_reject_freq", "workspace_size_limit_MB",
  ]

  /// The same in a fixed order.
  static let sorted = keys.sorted()
}
