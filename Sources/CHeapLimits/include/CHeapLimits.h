// What Swift's Glibc module does not export of the C library's heap.
#ifndef C_HEAP_LIMITS_H
#define C_HEAP_LIMITS_H

/// Has pieces of 128 KiB and more taken from the system one by one, so that each goes back to it when it is freed, and lets all
/// threads share two arenas. To be called before there are other threads. Without glibc it does nothing.
void heap_limits_apply(void);
#endif
