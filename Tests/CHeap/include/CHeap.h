#include <stddef.h>

/// How many bytes this process has from malloc now, blocks with a mapping of their own included.
size_t heap_in_use(void);
