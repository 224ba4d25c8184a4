import Dispatch

/// Threads that do the same at the same time.
package enum ThreadTeam {
  /// Runs a body on some threads of its own and waits for all of them.
  ///
  /// Unlike tasks, which share as many threads as there are processors, each has a thread.
  ///
  /// - Parameters:
  ///   - count: How many threads.
  ///   - body: What each does; it is given the thread's number, from 0.
  package static func run(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
      // A queue of its own has a thread of its own.
      DispatchQueue(label: "team \(index)").async(group: group) { body(index) }
    }
    group.wait()
  }
}
