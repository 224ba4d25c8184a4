#define _GNU_SOURCE
#include "CMemoryCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

static atomic_int enabled;
static atomic_long count;

void memory_counter_enable(int is_enabled) {
  if (is_enabled) atomic_store(&count, 0);
  atomic_store(&enabled, is_enabled);
}

long memory_counter_count(void) { return atomic_load(&count); }

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

int memory_counter_works(void) { return 1; }

// A program's own functions of these names stand in for those of glibc, for its libraries as well.
// What stands behind them has names of its own, which are glibc's and in no header.

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void note(void) {
  if (atomic_load_explicit(&enabled, memory_order_relaxed))
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  note();
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  note();
  return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}

#else

int memory_counter_works(void) { return 0; }

#endif
