import TestSupport
import Testing

@testable import YOLOKit

/// A part of another layer's channels in front of layers that read their input as one piece.
///
/// The same net with the part copied by a pool of one pixel has to give the same numbers.
@Suite struct ChannelSliceTests {
  private static let part = "[route]\nlayers=-1\ngroups=2\ngroup_id=1\n"
  private static let copy = "[maxpool]\nsize=1\nstride=1\n"

  static let readers = [
    "[connected]\noutput=5\nactivation=linear\n", "[softmax]\n", "[reorg]\nstride=2\n",
    "[reorg3d]\nstride=2\n", "[reorg]\nstride=2\nreverse=1\n",
    "[yolo]\nclasses=3\nnum=1\nanchors=8,8\n",
    "[region]\nclasses=3\ncoords=4\nnum=1\nanchors=1,1\nsoftmax=1\n",
    "[dropout]\n[softmax]\n", "[l2norm]\n", "[avgpool]\n", "[upsample]\nstride=2\n",
    "[activation]\nactivation=logistic\n", "[batchnorm]\n", "[shortcut]\nfrom=-1\n",
    "[convolutional]\nfilters=3\nsize=3\npad=1\nactivation=leaky\n",
    "[convolutional]\nfilters=8\ngroups=8\nsize=3\npad=1\nactivation=leaky\n",
  ]

  @Test(arguments: readers)
  func isReadAsItsCopyIs(reader: String) throws {
    let folder = try ModelFolder()
    let start = "[net]\nwidth=8\nheight=8\nchannels=3\n" + CfgText.convolution(16)
    let texts = [start + Self.part + Self.copy + reader, start + Self.part + reader]
    let input = SeededGenerator.goldenInput(seed: 5, count: 8 * 8 * 3)
    let bytes = SeededGenerator.goldenBytes(seed: 6, count: 8 * 8 * 3)
    let picture = try PixelImage(width: 8, height: 8, format: .rgb, bytes: bytes)
    var values: [[Float]] = []
    var detections: [[Detection]] = []
    for text in texts {
      let path = try folder.write(text, to: "a.cfg")
      let model = try Model(syntheticWeightsFor: path, seed: 9)
      values.append(
        try model.layerOutputs(input: input, layers: [model.summary.layers.count - 1])[0].values)
      var options = ObjectDetectorOptions()
      options.scoreThreshold = 0.01
      detections.append(
        try ObjectDetector(model: model, options: options).detect(image: picture).detections)
    }
    #expect(values[0] == values[1])
    #expect(detections[0] == detections[1])
    #expect(Set(values[0]).count > 2)
  }
}
