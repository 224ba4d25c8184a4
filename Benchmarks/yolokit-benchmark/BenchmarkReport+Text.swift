import CommandLineKit
import YOLOKit

extension BenchmarkReport {
  /// The report for a person: the machine, a table of all rows, and a table of layers for each row
  /// that has them.
  var text: String {
    var lines = [machine.line]
    for (name, value) in machine.environment {
      lines.append("\(VisibleText.of(name))=\(VisibleText.of(value))")
    }
    let size = "\(picture.image.width)x\(picture.image.height)"
    lines += [
      "Median (p95) of \(runs) runs after \(warmUp), in ms; picture \(size), "
        + VisibleText.of(picture.name),
      "",
    ]
    lines += rowLines
    if rows.contains(where: { !$0.teams.isEmpty }) { lines += [""] + teamLines }
    for row in rows where !row.layers.isEmpty { lines += [""] + row.layerLines }
    return lines.joined(separator: "\n") + "\n"
  }

  private var rowLines: [String] {
    var table = TextTable([.left, .right, .right] + Array(repeating: .right, count: 7))
    table.append([
      "model", "input", "threads", "load", "preprocess", "network", "postprocess", "end to end",
      "GFLOP/s", "peak MiB",
    ])
    for row in rows {
      table.append(
        [
          row.model + (row.isSynthetic ? " (synthetic)" : ""),
          "\(row.inputShape.width)x\(row.inputShape.height)", "\(row.threads)",
        ] + row.stages.map { $0.times.text } + [
          FixedDecimals.text(row.operationsPerSecond / 1e9, decimals: 1),
          row.peakMemoryBytes.map { FixedDecimals.text(Double($0) / 1_048_576, decimals: 0) }
            ?? "?",
        ])
    }
    return table.lines
  }
}

extension BenchmarkReport {
  /// A table of detectors that worked at the same time.
  fileprivate var teamLines: [String] {
    var table = TextTable([.left, .right, .right, .right])
    table.append(["model", "threads", "detectors", "pictures/s"])
    for row in rows {
      for team in row.teams {
        table.append([
          row.model, "\(row.threads)", "\(team.detectors)",
          FixedDecimals.text(team.picturesPerSecond, decimals: 1),
        ])
      }
    }
    return table.lines
  }
}

extension Machine {
  fileprivate var line: String {
    "\(processor), \(processorCount) processor\(processorCount == 1 ? "" : "s"); \(system), "
      + "\(kernel); \(BuildMode.compiler); \(blasVersion) for \(blasCore)"
  }
}

extension BenchmarkRow {
  fileprivate var layerLines: [String] {
    var table = TextTable([.right, .left, .left, .left, .right, .right, .right, .right])
    table.append([
      "layer", "kind", "settings", "computed", "ms", "% of time", "GFLOP/s", "% of peak",
    ])
    let total = layers.reduce(0) { $0 + $1.seconds }
    for layer in layers {
      let rate = layer.operationsPerSecond
      let hasWork = layer.floatingPointOperations > 0
      table.append([
        "\(layer.layer)", layer.kind, layer.settings, layer.steps.joined(separator: ", "),
        FixedDecimals.text(layer.seconds * 1e3, decimals: 3),
        FixedDecimals.text(layer.seconds / total * 100, decimals: 1),
        hasWork ? FixedDecimals.text(rate / 1e9, decimals: 1) : "",
        hasWork
          ? peak.map { FixedDecimals.text(rate / $0 * 100, decimals: 1) } ?? "" : "",
      ])
    }
    let peaks = [("kernels in the nearest cache", kernelPeak), ("sgemm", matrixPeak)]
      .compactMap { name, peak in
        peak.map { "\(name) \(FixedDecimals.text($0 / 1e9, decimals: 1)) GFLOP/s" }
      }
    return [
      "\(model), \(threads) thread\(threads == 1 ? "" : "s"): "
        + "\(FixedDecimals.text(total * 1e3, decimals: 2)) ms in all layers; "
        + "peak: \(peaks.joined(separator: ", "))"
    ] + table.lines
  }
}

extension TimeSample {
  /// Median and 95th percentile in milliseconds: `12.3 (14.5)`.
  fileprivate var text: String {
    let decimals = median < 0.01 ? 2 : 1
    return FixedDecimals.text(median * 1e3, decimals: decimals)
      + " (\(FixedDecimals.text(percentile95 * 1e3, decimals: decimals)))"
  }
}
