import Foundation
import TensorKernels
import TestSupport
import Testing

@Suite struct StorageTests {
  @Test(arguments: [0, 1, 15, 16, 17, 1000]) func storageIsAlignedAndZero(count: Int) {
    let storage = FloatStorage(zeros: count)
    #expect(UInt(bitPattern: storage.base) % UInt(FloatStorage.alignment) == 0)
    #expect(storage.count == count)
    #expect(storage.array(0..<count).allSatisfy { $0 == 0 })
  }

  @Test func copiesAreIndependent() {
    let storage = FloatStorage([1, 2, 3])
    let copy = storage.copy()
    copy.withMutableSpan { $0[1] = 20 }
    #expect(storage.array(0..<3) == [1, 2, 3])
    #expect(copy.array(0..<3) == [1, 20, 3])
    #expect(storage.withSpan { $0[2] } == 3)
    #expect(UInt(bitPattern: copy.base) % UInt(FloatStorage.alignment) == 0)
  }

  @Test func mapsSeeTheirPartOfTheStorage() {
    let storage = FloatStorage((0..<60).map { Float($0) })
    let map = FeatureMap(storage, offset: 3, height: 2, width: 3, channels: 4, pixelStride: 9)
    #expect(map.pixel(1, 2)[3] == Float(3 + 5 * 9 + 3))
    #expect(map.pixels == 6 && !map.isDense)
    let part = map.channels(1..<3)
    #expect(part.channels == 2 && part.pixelStride == 9 && part.pixel(0, 1)[0] == 13)
    #expect(FeatureMap(storage, offset: 0, height: 3, width: 4, channels: 5).isDense)
  }

  /// The last float of the storage may be used, the one behind it may not.
  @Test func mapsMayFillTheStorage() {
    let storage = FloatStorage(zeros: 20)
    _ = FeatureMap(storage, offset: 1, height: 2, width: 2, channels: 4, pixelStride: 5)
  }

  #if os(Linux)
    @Test func mapBeyondTheStorageStops() async {
      await #expect(processExitsWith: .failure) {
        let storage = FloatStorage(zeros: 20)
        _ = FeatureMap(storage, offset: 2, height: 2, width: 2, channels: 4, pixelStride: 5)
      }
    }

    @Test func mapOfOverflowingSizeStops() async {
      await #expect(processExitsWith: .failure) {
        let storage = FloatStorage(zeros: 20)
        _ = FeatureMap(storage, offset: 0, height: Int.max, width: 3, channels: 1)
      }
    }

    @Test func channelsBeyondTheMapStop() async {
      await #expect(processExitsWith: .failure) {
        let map = FeatureMap(FloatStorage(zeros: 4), offset: 0, height: 1, width: 1, channels: 4)
        _ = map.channels(2..<5)
      }
    }
  #endif

  /// One bad number at every kind of place: first, last, within and at the ends of blocks.
  @Test(
    arguments: [1, 7, 8, 9, 4095, 4096, 4097, 10_000],
    [Float.infinity, -.infinity, .nan, -.nan])
  func firstNonFiniteIsFound(count: Int, bad: Float) {
    for place in Set([0, count / 2, count - 1, min(4095, count - 1), min(4096, count - 1)]) {
      let storage = FloatStorage([Float](repeating: -Float.greatestFiniteMagnitude, count: count))
      storage.withMutableSpan { span in
        #expect(firstNonFinite(span) == nil)
        span[place] = bad
        span[count - 1] = place == count - 1 ? bad : .nan
        #expect(firstNonFinite(span) == place, "\(place) of \(count)")
      }
    }
  }

  @Test func nothingIsFoundInNothing() {
    FloatStorage(zeros: 0).withMutableSpan { #expect(firstNonFinite($0) == nil) }
  }

  @Test(arguments: [(1, 1), (1, 9), (5, 1), (3, 4), (16, 25)])
  func channelsLastIsTheTransposed(channels: Int, positions: Int) {
    let planar = FloatStorage((0..<channels * positions).map { Float($0) })
    let result = FloatStorage([Float](repeating: -1, count: channels * positions + 5))
    planar.withSpan { from in
      result.withMutableSpan { to in
        channelsLast(from, channels: channels, positions: positions, into: &to, at: 3)
      }
    }
    for channel in 0..<channels {
      for position in 0..<positions {
        #expect(
          result.base[3 + position * channels + channel] == Float(channel * positions + position))
      }
    }
    let around = result.array(0..<3) + result.array(result.count - 2..<result.count)
    #expect(around.allSatisfy { $0 == -1 })
  }

  @Test func floatsAreReadFromAFile() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("numbers")
    let numbers: [Float] = [1.5, -2, 3e30]
    try Data(numbers.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) })
      .write(to: file)
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let storage = FloatStorage(zeros: 2)
    storage.withMutableSpan { span in
      #expect(readFloats(from: handle.fileDescriptor, at: 4, into: &span) == 8)
      #expect(span[0] == -2 && span[1] == 3e30)
      // One float is left behind byte 8: the count says so.
      #expect(readFloats(from: handle.fileDescriptor, at: 8, into: &span) == 4)
      #expect(readFloats(from: -1, at: 0, into: &span) == -Int(EBADF))
    }
  }
}
