#include "CHeapLimits.h"
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

void heap_limits_apply(void) {
#ifdef __GLIBC__
    // Set by hand, the first does not rise with the pieces that were freed, as it otherwise does.
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    mallopt(M_ARENA_MAX, 2);
#endif
}
