import CProcessor
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Threads that share the parts of one piece of work with the thread that brings it.
///
/// A layer's share of a picture takes tens of microseconds, less than waking a sleeping thread
/// costs, so a worker spins for a moment after each piece of work and sleeps only then.
/// An idle pool uses no processor time.
///
/// Thread-safe. While one caller's work is under way, other callers do theirs alone.
final class WorkerPool: @unchecked Sendable {
  /// How many threads work, the caller among them.
  let threads: Int

  /// What is being done: generation (24 bits), parts (20 bits), next part (20 bits), in one word, so
  /// that a worker that wakes late can never take a part of the wrong work.
  ///
  /// A generation comes round after 2^24 works. A worker that slept so long takes a part of the work
  /// that is then being done, which is as good, or misses one work, which the others do.
  private let ticket = Atomic<UInt64>(0)
  private let finished = Atomic<Int>(0)
  private let parked = Atomic<Int>(0)
  private let isBusy = Atomic<Bool>(false)
  /// The work of the current ticket.
  ///
  /// Written before the ticket is published, read after a part of it
  /// was taken, and kept until all parts are finished.
  private var work: ((Int) -> Void)?
  private let gate = ParkingGate()

  private static let spins = 4000
  private static let partLimit = 1 << 20

  /// Pools by their number of threads; a process needs one of each.
  private static let pools = Mutex<[Int: WorkerPool]>([:])

  /// The process's pool of that many threads.
  static func shared(threads: Int) -> WorkerPool {
    pools.withLock { pools in
      if let pool = pools[threads] { return pool }
      let pool = WorkerPool(threads: threads)
      pools[threads] = pool
      return pool
    }
  }

  private init(threads: Int) {
    self.threads = max(1, threads)
    for _ in 1..<max(1, threads) { startWorker() }
  }

  /// Does `parts` parts of a work, in any order, and returns when all are done.
  ///
  /// Shared work costs one object on the heap, the context of the closure that other threads see.
  ///
  /// - Parameters:
  ///   - parts: How many; below a million.
  ///   - body: Does the part with the given number. Parts run at the same time.
  func run(parts: Int, _ body: (Int) -> Void) {
    guard threads > 1, parts > 1, parts < Self.partLimit,
      isBusy.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
    else {
      for part in 0..<max(parts, 0) { body(part) }
      return
    }
    withoutActuallyEscaping(body) { escapable in
      work = escapable
      finished.store(0, ordering: .relaxed)
      let generation = (ticket.load(ordering: .relaxed) >> 40) &+ 1
      let fresh = generation << 40 | UInt64(parts) << 20
      ticket.store(fresh, ordering: .sequentiallyConsistent)
      if parked.load(ordering: .sequentiallyConsistent) > 0 { gate.open() }
      takeParts(of: fresh >> 40)
      var spins = 0
      while finished.load(ordering: .acquiring) < parts {
        spins += 1
        if spins > Self.spins { sched_yield() } else { processor_spin_hint() }
      }
      work = nil
    }
    isBusy.store(false, ordering: .releasing)
  }

  /// Takes and does parts of one generation of work until none is left.
  private func takeParts(of generation: UInt64) {
    var current = ticket.load(ordering: .acquiring)
    while current >> 40 == generation {
      let (parts, next) = (current >> 20 & 0xF_FFFF, current & 0xF_FFFF)
      guard next < parts else { return }
      let (exchanged, original) = ticket.weakCompareExchange(
        expected: current, desired: current &+ 1, ordering: .acquiringAndReleasing)
      guard exchanged else {
        current = original
        continue
      }
      work?(Int(next))
      finished.add(1, ordering: .releasing)
      current = ticket.load(ordering: .acquiring)
    }
  }

  private func startWorker() {
    let worker = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<WorkerPool>.fromOpaque(argument).takeUnretainedValue().workForever()
        return nil
      }, worker.toOpaque())
    // Without the thread the others do all parts; the work is done either way.
    if status == 0 { pthread_detach(thread) } else { worker.release() }
  }

  private func workForever() {
    var seen: UInt64 = 0
    while true {
      var spins = 0
      while ticket.load(ordering: .acquiring) >> 40 == seen {
        spins += 1
        if spins < Self.spins {
          processor_spin_hint()
        } else {
          parked.add(1, ordering: .sequentiallyConsistent)
          gate.wait { ticket.load(ordering: .sequentiallyConsistent) >> 40 == seen }
          parked.subtract(1, ordering: .sequentiallyConsistent)
        }
      }
      seen = ticket.load(ordering: .acquiring) >> 40
      takeParts(of: seen)
    }
  }
}

/// Where threads sleep until there is something to do.
private final class ParkingGate: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Wakes all that wait.
  func open() {
    pthread_mutex_lock(mutex)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Sleeps for as long as `isClosed` says so.
  func wait(while isClosed: () -> Bool) {
    pthread_mutex_lock(mutex)
    while isClosed() { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }
}
