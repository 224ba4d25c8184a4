import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where one thread sleeps until another one wakes it.
///
/// The waker changes what the sleeper waits for first and then calls ``wake()``, which costs one load
/// where nobody sleeps.
final class ParkingPlace: Sendable {
  private let isParked = Atomic<Bool>(false)
  nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(
    capacity: 1)
  nonisolated(unsafe) private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(
    capacity: 1)

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

  /// Sleeps for as long as there is reason to.
  ///
  /// - Parameter hasReason: Whether to go on sleeping; its loads are sequentially consistent, as the
  ///   waker's store is, so that one of the two sees the other.
  func park(while hasReason: () -> Bool) {
    pthread_mutex_lock(mutex)
    isParked.store(true, ordering: .sequentiallyConsistent)
    while hasReason() { pthread_cond_wait(condition, mutex) }
    isParked.store(false, ordering: .relaxed)
    pthread_mutex_unlock(mutex)
  }

  /// Wakes the thread that sleeps here, if one does.
  func wake() {
    guard isParked.load(ordering: .sequentiallyConsistent) else { return }
    pthread_mutex_lock(mutex)
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }
}
