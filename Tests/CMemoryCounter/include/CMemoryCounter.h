// Counts how often memory is taken, whoever asks for it: C, C++ or Swift's runtime.
#ifndef CMEMORYCOUNTER_H
#define CMEMORYCOUNTER_H

/// Whether this build can count: with glibc, and not where a sanitizer has functions of its own.
int memory_counter_works(void);

/// Begins to count from 0, or ends.
void memory_counter_enable(int is_enabled);

/// How often memory was taken while counting was enabled, on all threads.
long memory_counter_count(void);

#endif
