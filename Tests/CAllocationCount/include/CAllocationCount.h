#ifndef C_ALLOCATION_COUNT_H
#define C_ALLOCATION_COUNT_H

#include <stdint.h>

/// How many heap allocations this thread has made; always 0 where they cannot be counted (sanitizers, other libraries of C).
uint64_t gangway_allocation_count(void);

/// Whether they are counted in this build.
int gangway_counts_allocations(void);

#endif
