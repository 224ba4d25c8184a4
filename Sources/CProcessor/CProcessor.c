#define _GNU_SOURCE
#include "CProcessor.h"

#include <sched.h>
#include <unistd.h>

int processor_available_count(void) {
  cpu_set_t set;
  // The set has room for 1024 processors; the call fails on larger machines, where all are counted.
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    int count = CPU_COUNT(&set);
    if (count > 0) return count;
  }
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

// __builtin_cpu_supports also asks whether the system saves the registers.

int processor_has_avx2(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2");
#else
  return 0;
#endif
}

int processor_has_avx512(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return processor_has_avx2() && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
  return 0;
#endif
}

// Called from Swift by this name, with a closure that does not escape as its only argument. Swift hands
// a closure over as two words, as its calling convention for closures says
// (docs/ABI/CallingConvention.rst of the Swift project), and leaves them alone until the call is over.
__attribute__((swiftcall)) struct closure_words yolokit_closure_words(
    const void *function, const void *context);

__attribute__((swiftcall)) struct closure_words yolokit_closure_words(
    const void *function, const void *context) {
  return (struct closure_words){function, context};
}
