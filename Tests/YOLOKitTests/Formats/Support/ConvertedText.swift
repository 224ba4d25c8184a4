@testable import YOLOKit

/// Converted models whose header a test writes itself.
enum ConvertedText {
  /// A file of a header and data, without regard to any rule.
  static func file(header: String, data: [UInt8] = []) -> [UInt8] {
    let json = Array(header.utf8)
    return (0..<8).map { UInt8(truncatingIfNeeded: json.count >> (8 * $0)) } + json + data
  }

  /// A file with a graph of one node, a convolution of one pixel, and its tensors.
  static func file(
    node: String = convolution, layer: String = Self.layer, head: String = "",
    tensors: String? = nil, dataCount: Int = 128, conventions: String = Self.conventions,
    input: String = "[2,2,3]", names: String = "[]", version: String = "1"
  ) -> [UInt8] {
    let graph =
      "{'input':\(input),'parameters':4,'conventions':\(conventions),'nodes':[\(node)],"
      + "'layers':[\(layer)],'heads':[\(head)]}"
    var json = JSONWriter()
    json.write(graph.replacing("'", with: "\""))
    var list = JSONWriter()
    list.write(names)
    let header =
      "{\"__metadata__\":{\"checksum\":\"00000000\",\"format\":\"yolokit\","
      + "\"version\":\"\(version)\",\"graph\":\(json.text),\"names\":\(list.text)}"
      + (tensors ?? Self.tensors).replacing("'", with: "\"") + "}"
    var bytes = file(header: header, data: [UInt8](repeating: 0, count: dataCount))
    seal(&bytes)
    return bytes
  }

  static let convolution =
    "{'operation':'convolution','layer':0,'inputs':[-1],'kernel':[1,1],'stride':[1,1],"
    + "'dilation':1,'padding':[0,0,0,0],'groups':1,'filters':1,'channels':3}"
  static let layer =
    "{'output':0,'kind':'a','settings':'','inputs':[-1],'parameters':4,'operations':6}"
  static let conventions =
    "{'resampling':'darknet','fill':0.5,'resize':'letterbox','threshold':0.5,'multiLabel':true}"
  static let tensors =
    ",'layer.0.node.0.weight':{'dtype':'F32','shape':[1,1,1,3],'data_offsets':[0,12]},"
    + "'padding.0':{'dtype':'U8','shape':[52],'data_offsets':[12,64]},"
    + "'layer.0.node.0.bias':{'dtype':'F32','shape':[1],'data_offsets':[64,68]},"
    + "'padding.1':{'dtype':'U8','shape':[60],'data_offsets':[68,128]}"

  /// Puts in the checksum that the bytes have.
  static func seal(_ bytes: inout [UInt8]) {
    let checksum = CRC32.checksum(ConvertedFormat.blanked(bytes))
    bytes.replaceSubrange(ConvertedFormat.checksumRange, with: ConvertedFormat.digits(checksum))
  }
}
