// What Swift's Glibc module does not export of what a process may use.
#ifndef C_PROCESS_LIMITS_H
#define C_PROCESS_LIMITS_H

/// Has pieces of memory of 128 KiB and more taken from the system one by one, so that each goes back to it when it is freed, and lets
/// all threads share two arenas. To be called before there are other threads. Without glibc it does nothing.
void process_limits_return_memory(void);

/// Raises how many descriptors may be open at a time to `count`, as far as the system lets it; how many it are then.
unsigned long process_limits_raise_descriptors(unsigned long count);
#endif
