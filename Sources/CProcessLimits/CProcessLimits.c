#include "CProcessLimits.h"
#include <stdlib.h>
#include <sys/resource.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

void process_limits_return_memory(void) {
#ifdef __GLIBC__
    // Set by hand, the first does not rise with the pieces that were freed, as it otherwise does.
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    mallopt(M_ARENA_MAX, 2);
#endif
}

unsigned long process_limits_raise_descriptors(unsigned long count) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    if (limit.rlim_cur >= count) return limit.rlim_cur;
    struct rlimit raised = {.rlim_cur = limit.rlim_max < count ? limit.rlim_max : count, .rlim_max = limit.rlim_max};
    return setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}
