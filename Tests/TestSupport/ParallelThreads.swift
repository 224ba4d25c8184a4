import Foundation

/// Runs a body on some threads of its own at the same time and waits for all of them.
///
/// Unlike tasks, which share as many threads as there are processors.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread {
      body(index)
      group.leave()
    }.start()
  }
  group.wait()
}
