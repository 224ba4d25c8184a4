import CProcessor

/// A closure that other threads call while its maker waits, without a context on the heap.
///
/// A closure that is stored anywhere takes an object for its context, even through
/// `withoutActuallyEscaping`: one for each piece of work that threads share. This keeps the two words
/// of the closure as they are, its function and the address of its context on the maker's stack.
///
/// Whoever makes one sees to it that no call is under way when the closure's own life ends.
struct SharedClosure: @unchecked Sendable {
  private let words: closure_words

  /// Takes a closure apart; it must not be called any more when the function that got it returns.
  init(_ body: (_ part: Int, _ thread: Int) -> Void) {
    let (function, context) = closureWords(body)
    words = closure_words(function: function, context: context)
  }

  /// Calls the closure.
  func callAsFunction(_ part: Int, _ thread: Int) { closure_call(words, part, thread) }
}

/// The words of a closure, as they were handed over; `CProcessor.c` says how.
@_silgen_name("yolokit_closure_words")
private func closureWords(_ body: (Int, Int) -> Void) -> (UnsafeRawPointer, UnsafeRawPointer?)
