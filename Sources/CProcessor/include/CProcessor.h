// What Swift cannot ask the processor and the kernel itself, and what it cannot do with its closures.
//
// Compiled without instruction-set flags, ever: it runs before anything is known of the processor.
#ifndef CPROCESSOR_H
#define CPROCESSOR_H

/// How many processors this process may run on (its affinity mask); at least 1.
int processor_available_count(void);

/// Whether the processor and the system can run AVX2 and FMA code (x86-64-v3).
int processor_has_avx2(void);

/// Whether they can run AVX-512 F, BW, CD, DQ and VL code (x86-64-v4).
int processor_has_avx512(void);

/// Tells the processor that a loop is waiting, so that it saves power and lets its twin run.
static inline void processor_spin_hint(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ __volatile__("yield");
#endif
}

/// Asks for the cache line at an address that will soon be read; any address will do.
static inline void processor_prefetch(const float *address) { __builtin_prefetch(address, 0, 3); }

/// A Swift closure `(Int, Int) -> Void` as the two words that it consists of: the function, and the
/// context that it is called with.
///
/// Nobody owns the context: the closure's maker keeps it until the last call has returned.
struct closure_words {
  const void *function;
  const void *context;
};

/// Calls a closure with two numbers.
static inline void closure_call(struct closure_words closure, long first, long second) {
  typedef __attribute__((swiftcall)) void (*function)(
      long, long, __attribute__((swift_context)) const void *);
  ((function)closure.function)(first, second, closure.context);
}

#endif
