import TestSupport
import Testing

@testable import YOLOKit

/// Files that are no converted model, or one that breaks a rule although its checksum fits.
@Suite struct MalformedConvertedModelTests {
  @Test(arguments: files) func isRefusedWithItsPlace(file: MalformedFile) throws {
    let folder = try ModelFolder()
    let path = try folder.write(file.bytes, to: "a.safetensors")
    file.expectError { _ = try Model(convertedPath: path) }
  }

  @Test func thePlainFileIsRead() throws {
    let folder = try ModelFolder()
    let path = try folder.write(ConvertedText.file(), to: "a.safetensors")
    let model = try Model(convertedPath: path)
    #expect(model.summary.parameterCount == 4)
    #expect(model.summary.expectedWeightBytes == 16)
  }

  private static func graph(
    _ name: String, _ words: String..., bytes: [UInt8]
  ) -> MalformedFile {
    MalformedFile(name, bytes: bytes, .convertedModel, words)
  }

  private static func node(_ old: String, _ new: String) -> [UInt8] {
    ConvertedText.file(node: ConvertedText.convolution.replacing(old, with: new))
  }

  private static func tensors(_ old: String, _ new: String) -> [UInt8] {
    ConvertedText.file(tensors: ConvertedText.tensors.replacing(old, with: new))
  }

  private static let head =
    "{'source':0,'layer':0,'classes':1,'kind':'yolo','anchors':[[1,1]],'scaleXY':1,"
    + "'activated':false,'sizes':'exponential','gaussian':false}"

  static let files: [MalformedFile] = headers + graphs

  private static let headers: [MalformedFile] = [
    MalformedFile(
      "foreign",
      bytes: ConvertedText.file(
        header:
          #"{"__metadata__":{"format":"pt"},"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}"#,
        data: [0, 0, 0, 0]), .wrongKind, ["format \"pt\"", "1 tensors", "convert the original"]),
    MalformedFile(
      "foreign without metadata", bytes: ConvertedText.file(header: "{}"), .wrongKind,
      ["0 tensors"]),
    MalformedFile(
      "written anew",
      bytes: ConvertedText.file(
        header: #"{"__metadata__":{"format":"yolokit","checksum":"00000000"}}"#), .wrongKind,
      ["wrote anew"]),
    MalformedFile("a web page", "<!doctype html><html>", .wrongKind, "an HTML page"),
    graph("no length", "7 bytes", bytes: [1, 0, 0, 0, 0, 0, 0]),
    graph("a short header", "1 bytes", bytes: [1, 0, 0, 0, 0, 0, 0, 0, 0x7B]),
    graph(
      "a vast header", "2…100000000", bytes: [UInt8](repeating: 0xFF, count: 8) + [0x7B]),
    MalformedFile(
      "a header beyond the end", bytes: [99, 0, 0, 0, 0, 0, 0, 0, 0x7B], .sizeMismatch,
      ["cut short"]),
    graph("no JSON", "byte 0", bytes: ConvertedText.file(header: "hello")),
    graph("a list", "an object", bytes: ConvertedText.file(header: "[1]")),
    graph(
      "more than JSON", "the end of the file", bytes: ConvertedText.file(header: "{} x")),
    graph("a negative shape", "shape[0]", bytes: tensors("[1,1,1,3]", "[-1,1,1,3]")),
    graph(
      "a shape out of range", "data_offsets",
      bytes: tensors("[1,1,1,3]", "[9223372036854775807,9,1,3]")),
    graph("a shape that does not fit", "bytes 0 to 12", bytes: tensors("[1,1,1,3]", "[1,1,1,4]")),
    graph("an unknown type", "BF16", bytes: tensors("'F32','shape':[1]", "'F31','shape':[1]")),
    graph("ends before it starts", "bytes 64 to 60", bytes: tensors("[64,68]", "[64,60]")),
    graph(
      "a gap", "where the one before ends",
      bytes: tensors("[52],'data_offsets':[12,64]", "[48],'data_offsets':[16,64]")),
    graph(
      "an overlap", "where the one before ends",
      bytes: tensors("[52],'data_offsets':[12,64]", "[56],'data_offsets':[8,64]")),
    MalformedFile(
      "more data", bytes: ConvertedText.file(dataCount: 129), .sizeMismatch, ["added"]),
    MalformedFile(
      "less data", bytes: ConvertedText.file(dataCount: 127), .sizeMismatch, ["cut short"]),
    graph("a name twice", "one tensor of this name", bytes: tensors("padding.1", "padding.0")),
    graph("another type", "bytes of I32", bytes: tensors("'F32','shape':[1]", "'I32','shape':[1]")),
    graph(
      "a wide gap", "fewer than 64",
      bytes: tensors(
        "layer.0.node.0.weight':{'dtype':'F32','shape':[1,1,1,3],'data_offsets':[0,12]},'padding.0':{'dtype':'U8','shape':[52],'data_offsets':[12,64]}",
        "padding.0':{'dtype':'U8','shape':[64],'data_offsets':[0,64]}")),
    MalformedFile(
      "another version", bytes: ConvertedText.file(version: "2"), .wrongKind, ["version 2"]),
  ]

  private static let graphs: [MalformedFile] = [
    graph(
      "an unknown operation", "graph.nodes[0].operation", bytes: node("'convolution'", "'magic'")),
    graph("a missing setting", "graph.nodes[0].groups", "null", bytes: node("'groups':1,", "")),
    graph("a vast stride", "stride[1]", bytes: node("'stride':[1,1]", "'stride':[1,99999]")),
    graph("a stride of 0", "stride[0]", bytes: node("'stride':[1,1]", "'stride':[0,1]")),
    graph("a negative padding", "padding[3]", bytes: node("[0,0,0,0]", "[0,0,0,-1]")),
    graph("a fraction", "dilation", bytes: node("'dilation':1", "'dilation':1.5")),
    graph("a node that reads itself", "inputs", bytes: node("[-1]", "[0]")),
    graph("a node that reads nothing", "inputs", bytes: node("[-1]", "[]")),
    graph(
      "a layer that is not there", "graph.nodes[0].layer", bytes: node("'layer':0", "'layer':1")),
    graph(
      "channels that do not fit", "tensor layer.0.node.0.weight",
      bytes: node("'channels':3", "'channels':2")),
    graph("groups that do not fit", "groups", bytes: node("'groups':1", "'groups':2")),
    graph("a window that does not fit", "tensor", bytes: node("'kernel':[1,1]", "'kernel':[3,3]")),
    graph(
      "tensors that nobody uses", "no node that uses it",
      bytes: node(ConvertedText.convolution, "{'operation':'identity','layer':0,'inputs':[-1]}")),
    graph("no input", "graph.input", bytes: ConvertedText.file(input: "[0,2,3]")),
    graph("a vast input", "graph.input", bytes: ConvertedText.file(input: "[65536,65536,3]")),
    graph("names that are numbers", "names[0]", bytes: ConvertedText.file(names: "[1]")),
    graph(
      "a threshold out of range", "graph.conventions.threshold",
      bytes: ConvertedText.file(
        conventions: ConvertedText.conventions.replacing("'threshold':0.5", with: "'threshold':7"))),
    graph("a head that does not fit", "graph.heads[0]", bytes: ConvertedText.file(head: head)),
    graph(
      "a head of a node that is not there", "graph.heads[0].source",
      bytes: ConvertedText.file(head: head.replacing("'source':0", with: "'source':1"))),
    graph(
      "an anchor of 0", "anchors[0][1]",
      bytes: ConvertedText.file(head: head.replacing("[[1,1]]", with: "[[1,0]]"))),
    graph(
      "deep lists", "fewer lists",
      bytes: ConvertedText.file(
        names: String(repeating: "[", count: 500) + String(repeating: "]", count: 500))),
  ]
}
