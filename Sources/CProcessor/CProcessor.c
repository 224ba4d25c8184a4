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
