/// Threads that share the parts of one piece of work with the thread that brings it.
///
/// A number of threads and the process's one ``WorkerCrew``, which all pools share. Thread-safe.
struct WorkerPool: Sendable {
  /// How many threads work at most, the caller among them.
  let threads: Int
  private let crew: WorkerCrew

  /// A pool of that many threads, 1…``WorkerCrew/threadLimit``.
  static func shared(threads: Int) -> WorkerPool {
    WorkerPool(threads: min(max(threads, 1), WorkerCrew.threadLimit), crew: .shared)
  }

  private init(threads: Int, crew: WorkerCrew) {
    self.threads = threads
    self.crew = crew
    crew.grow(to: threads)
  }

  /// Does `parts` parts of a work and returns when all are done.
  ///
  /// Every thread begins with neighbouring parts of its own and then helps the others. Which parts
  /// run on which thread does depend on timing; what a part is does not. Takes no memory.
  ///
  /// - Parameters:
  ///   - parts: How many.
  ///   - body: Does the part with the given number. Parts run at the same time.
  func run(parts: Int, _ body: (_ part: Int) -> Void) {
    run(parts: parts) { part, _ in body(part) }
  }

  /// Does parts of a work as ``run(parts:_:)`` does, and tells each which thread it runs on.
  ///
  /// - Parameters:
  ///   - parts: How many.
  ///   - body: Does the part with the given number, on the thread with the given number, which is below
  ///     ``threads``: no two parts of this work that run at the same time have the same, so memory
  ///     that a part needs for itself is needed once for each thread.
  func run(parts: Int, _ body: (_ part: Int, _ thread: Int) -> Void) {
    crew.run(parts: parts, threads: threads, body)
  }

  /// Does something during which the caller counts as busy, such as finding all objects of a picture.
  ///
  /// Threads that several such callers share would only take processors away from them: where there
  /// are as many callers as processors, each works alone.
  func asCaller<Result>(_ body: () throws -> Result) rethrows -> Result {
    crew.arrive()
    defer { crew.leave() }
    return try body()
  }
}
