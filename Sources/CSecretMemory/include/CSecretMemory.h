#ifndef GANGWAY_SECRET_MEMORY_H
#define GANGWAY_SECRET_MEMORY_H

#include <stddef.h>

// Memory for secrets. A value that moves leaves its bytes where it was; a secret must therefore stay in one place, and only
// the pointer to it move.

/// How many bytes a slot has.
#define GANGWAY_SECRET_CAPACITY 64

/// A slot of GANGWAY_SECRET_CAPACITY bytes, all zero, which no core dump shows where the system can leave memory out of them.
/// Slots are taken from pages that the process keeps, so one that was used before costs no allocation. Ends the process where
/// the system has no memory, as Swift's own allocation does.
void *_Nonnull gangway_secret_allocate(void);

/// Wipes a slot and gives it back.
void gangway_secret_free(void *_Nonnull slot);

/// Writes zeros over `count` bytes, which no optimiser leaves out, and over the registers that they may have gone through.
void gangway_wipe(void *_Nonnull memory, size_t count);

/// Writes zeros over the vector registers that no call keeps. What copies and measures memory goes through them and leaves them
/// as they are; the dynamic linker puts them on the stack when it looks for a function that is called for the first time.
void gangway_wipe_registers(void);

#endif
