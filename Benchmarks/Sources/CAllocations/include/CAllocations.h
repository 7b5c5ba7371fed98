#include <stdint.h>

/// How many times this thread has asked for memory.
uint64_t asked_for_memory(void);
