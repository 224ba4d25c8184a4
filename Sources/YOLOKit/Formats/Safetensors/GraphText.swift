import TensorKernels

/// A network without its numbers, as JSON: the metadata's `graph` of a converted model.
struct GraphText {
  private let model: Model
  private var network: Network { model.network }

  /// Describes a model.
  init(_ model: Model) { self.model = model }

  /// The text.
  var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("input", network.inputShape.sides)
      writer.member("parameters", model.summary.parameterCount)
      writer.key("conventions")
      write(model.conventions, &writer)
      writer.key("nodes")
      writer.list { list in for node in network.nodes { write(node, &list) } }
      writer.key("layers")
      writer.list { list in for layer in network.layers { write(layer, &list) } }
      writer.key("heads")
      writer.list { list in for head in network.heads { write(head, &list) } }
    }
    return writer.text
  }

  private func write(_ conventions: InputConventions, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("resampling", conventions.resampling.rawValue)
      writer.member("fill", conventions.fill)
      writer.member("resize", conventions.resizePolicy.rawValue)
      if let multiple = conventions.sizeMultiple { writer.member("sizeMultiple", multiple) }
      writer.member("threshold", conventions.scoreThreshold)
      writer.member("multiLabel", conventions.isMultiLabel)
    }
  }

  private func write(_ node: Network.Node, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("operation", OperationKind(node.operation).rawValue)
      writer.member("layer", node.layer)
      writer.member("inputs", node.inputs.map(\.number))
      node.operation.writeSettings(&writer)
    }
  }

  private func write(_ layer: Network.Layer, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("output", layer.output.number)
      writer.member("kind", layer.summary.kind)
      writer.member("settings", layer.summary.settings)
      writer.member("inputs", layer.summary.inputs)
      writer.member("parameters", layer.summary.parameterCount)
      writer.member("operations", layer.summary.floatingPointOperations)
    }
  }

  private func write(_ head: Head, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("source", head.source.number)
      writer.member("layer", head.layer)
      writer.member("classes", head.classCount)
      switch head.kind {
      case .yolo(let settings):
        writer.member("kind", "yolo")
        Self.write(settings.anchors, &writer)
        writer.member("scaleXY", settings.scaleXY)
        writer.member("activated", settings.isActivated)
        writer.member("sizes", settings.sizes.rawValue)
        writer.member("gaussian", settings.isGaussian)
      case .region(let settings):
        writer.member("kind", "region")
        Self.write(settings.anchors, &writer)
        writer.member("softmax", settings.isSoftmax)
        writer.member("background", settings.hasBackground)
        writer.member("activatesCenters", settings.activatesCenters)
      case .grid(let settings):
        writer.member("kind", "grid")
        writer.member("side", settings.side)
        writer.member("boxes", settings.boxesPerCell)
        writer.member("squareRoot", settings.isSquareRoot)
        writer.member("softmax", settings.isSoftmax)
      }
    }
  }

  private static func write(_ anchors: [Anchor], _ writer: inout JSONWriter) {
    writer.key("anchors")
    writer.list { list in
      for anchor in anchors {
        list.list { pair in
          pair.write(anchor.width)
          pair.write(anchor.height)
        }
      }
    }
  }
}

extension FeatureShape {
  /// `[height, width, channels]`.
  var sides: [Int] { [height, width, channels] }
}

extension Network.Source {
  /// The node's place; -1 for the network's input.
  var number: Int {
    switch self {
    case .input: -1
    case .node(let index): index
    }
  }
}
