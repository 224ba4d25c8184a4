import Foundation
import Synchronization

/// Counts the objects that the Swift runtime makes, on all threads of the process.
///
/// The runtime makes every class instance, closure context, array buffer and box through the
/// function that its variable `_swift_allocObject` points to, which profilers exchange. Memory taken
/// from C, or raw through `UnsafeMutablePointer.allocate`, is not counted.
///
/// For exit tests, whose process runs nothing else.
package enum ObjectAllocations {
  private typealias Allocate =
    @convention(c) (
      UnsafeRawPointer?, Int, Int
    ) -> UnsafeMutableRawPointer?

  private static let counter = Atomic<Int>(0)
  private static let sizes = Atomic<Int>(0)
  nonisolated(unsafe) private static var original: Allocate?
  nonisolated(unsafe) private static var isProfiled: UnsafeMutablePointer<Bool>?

  /// How many objects were made while a body ran, and their bytes in all; nil where this runtime
  /// cannot be counted.
  package static func made(
    during body: () throws -> Void
  ) rethrows -> (count: Int, bytes: Int)? {
    // Once an object went through another function, the runtime retains by a slower path as well,
    // which on Linux takes short strings for objects: the switch is turned back each time.
    let name = "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"
    guard let symbol = dlsym(nil, "_swift_allocObject"), let flag = dlsym(nil, name) else {
      return nil
    }
    let variable = symbol.assumingMemoryBound(to: Allocate?.self)
    original = variable.pointee
    isProfiled = flag.assumingMemoryBound(to: Bool.self)
    counter.store(0, ordering: .sequentiallyConsistent)
    sizes.store(0, ordering: .sequentiallyConsistent)
    variable.pointee = { type, size, alignment in
      ObjectAllocations.isProfiled?.pointee = false
      ObjectAllocations.counter.add(1, ordering: .relaxed)
      ObjectAllocations.sizes.add(size, ordering: .relaxed)
      return ObjectAllocations.original?(type, size, alignment)
    }
    defer { variable.pointee = original }
    try body()
    return (
      counter.load(ordering: .sequentiallyConsistent), sizes.load(ordering: .sequentiallyConsistent)
    )
  }
}
