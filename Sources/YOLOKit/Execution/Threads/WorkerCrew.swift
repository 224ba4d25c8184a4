import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The threads of this process that do work for others; there is one crew.
///
/// A layer's share of a picture takes tens of microseconds, less than waking a sleeping thread
/// costs, so a worker waits for a moment after each piece of work and sleeps only then.
/// An idle crew uses no processor time.
///
/// One piece of work at a time is shared. Its parts are divided in advance; a thread that is done with
/// its own takes those of others, so nobody waits for a worker that sleeps, was never started or has
/// lost its processor to another program.
final class WorkerCrew: @unchecked Sendable {
  /// The process's crew.
  static let shared = WorkerCrew()
  /// The most threads that can work together.
  static let threadLimit = 256

  /// A thread's place; the first one is that of whoever brings the work.
  private struct Seat: ~Copyable {
    let share = WorkShare()
    let parking = ParkingPlace()
    /// Keeps the shares of two threads on different cache lines.
    private let padding = InlineArray<14, UInt64>(repeating: 0)
  }

  /// Room for all; as many are there as there are threads, and none is ever taken away.
  private let seats = UnsafeMutablePointer<Seat>.allocate(capacity: threadLimit)
  private let seatCount: Mutex<Int>
  /// The work that is being done: its generation (24 bits) and how many threads take part (16 bits).
  private let call = Atomic<UInt64>(0)
  /// Written before parts are there to be taken, read after one was taken, and kept until all are
  /// finished.
  private var work: SharedClosure?
  private let finished = Atomic<Int>(0)
  private let isBusy = Atomic<Bool>(false)
  private let callers = Atomic<Int>(0)

  private init() {
    seats.initialize(to: Seat())
    seatCount = Mutex(1)
  }

  /// Sees to it that there are so many threads, the caller's among them.
  func grow(to threads: Int) {
    seatCount.withLock { count in
      while count < min(threads, Self.threadLimit) {
        (seats + count).initialize(to: Seat())
        startWorker(count)
        count += 1
      }
    }
  }

  /// How many works were shared so far, modulo ``WorkShare/generationLimit``.
  var sharedWorks: UInt64 { call.load(ordering: .relaxed) >> 16 }

  /// A caller begins, see ``WorkerPool/asCaller(_:)``.
  func arrive() { callers.add(1, ordering: .relaxed) }

  /// A caller is done.
  func leave() { callers.subtract(1, ordering: .relaxed) }

  /// Does a work with at most so many threads, for which there are seats.
  ///
  /// Where the crew is busy with another caller's work, or with the work that this one is a part of,
  /// the caller does all by itself.
  func run(parts: Int, threads: Int, _ body: (_ part: Int, _ thread: Int) -> Void) {
    let team = min(parts, threads, teamLimit)
    guard team > 1, parts < WorkShare.partLimit,
      isBusy.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
    else {
      for part in 0..<max(parts, 0) { body(part, 0) }
      return
    }
    work = SharedClosure(body)
    finished.store(0, ordering: .relaxed)
    let generation = (call.load(ordering: .relaxed) >> 16 &+ 1) % WorkShare.generationLimit
    for seat in 0..<team {
      seats[seat].share.fill(
        WorkShare.range(seat, of: team, parts: parts), generation: generation)
    }
    call.store(generation << 16 | UInt64(team), ordering: .sequentiallyConsistent)
    for seat in 1..<team { seats[seat].parking.wake() }
    takeParts(of: generation, team: team, seat: 0)
    waitUntilFinished(parts)
    work = nil
    // Looked at once more: the compiler may end a closure's life, and use its context's place on the
    // stack for something else, after the last use that it sees.
    _ = SharedClosure(body)
    isBusy.store(false, ordering: .releasing)
  }

  /// How many threads a work may have now.
  ///
  /// Whoever is alone gets as many as it asks for; each other caller needs a processor of its own.
  private var teamLimit: Int {
    let others = callers.load(ordering: .relaxed) - 1
    return others < 1 ? Self.threadLimit : max(1, Processors.available - others)
  }

  private func waitUntilFinished(_ parts: Int) {
    var patience = Patience.ofCaller
    while finished.load(ordering: .acquiring) < parts {
      if !patience.wait() {
        seats[0].parking.park { finished.load(ordering: .sequentiallyConsistent) < parts }
      }
    }
  }

  /// Takes and does parts of one generation of work until none is left: the thread's own in order, then
  /// those of others from their ends.
  private func takeParts(of generation: UInt64, team: Int, seat: Int) {
    var done = 0
    for step in 0..<team {
      let index = (seat + step) % team
      while let part = seats[index].share.take(generation: generation, first: step == 0) {
        work?(part, seat)
        done += 1
      }
    }
    if done > 0 { finished.add(done, ordering: .sequentiallyConsistent) }
  }

  // MARK: - Workers

  private func startWorker(_ seat: Int) {
    // Signals are for the threads of the program.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil, { WorkerCrew.shared.workForever(seat: Int(bitPattern: $0)) },
      UnsafeMutableRawPointer(bitPattern: seat))
    pthread_sigmask(SIG_SETMASK, &before, nil)
    // Without the thread the others do all parts; the work is done either way.
    if status == 0 { pthread_detach(thread) }
  }

  private func workForever(seat: Int) -> Never {
    var seen: UInt64 = 0
    var patience = Patience.ofWorker
    while true {
      let now = call.load(ordering: .acquiring)
      if now == seen {
        if !patience.wait() {
          seats[seat].parking.park { call.load(ordering: .sequentiallyConsistent) == seen }
        }
        continue
      }
      seen = now
      let (generation, team) = (now >> 16, Int(now & 0xFFFF))
      // A work that is not for this thread is no reason to stay awake.
      guard seat < team else { continue }
      takeParts(of: generation, team: team, seat: seat)
      seats[0].parking.wake()
      patience = .ofWorker
    }
  }
}
