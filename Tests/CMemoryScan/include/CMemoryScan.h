#ifndef GANGWAY_MEMORY_SCAN_H
#define GANGWAY_MEMORY_SCAN_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// How long a piece of a secret is that is looked for.
#define GANGWAY_PIECE 8

/// Where a piece of a secret stands.
struct gangway_place {
    uint64_t address;
    /// The piece's offset in the secret.
    size_t offset;
    /// The memory area, as the system names it.
    char area[64];
};

/// Looks in the writable memory and the memory files of a process (0 for this one) for pieces of a secret, GANGWAY_PIECE bytes each, that is kept
/// masked by XOR so that looking for it does not bring it into memory. Returns how many places there are, of which up to
/// `capacity` are described; -1 where the memory cannot be read.
long gangway_memory_scan(
    pid_t process, const uint8_t *_Nonnull masked, size_t count, uint8_t mask,
    struct gangway_place *_Nullable places, size_t capacity);

/// Runs a program and scans its memory at its end, before the system takes it back: what it had not wiped by then is seen.
/// `streams` are its standard input, output and error. Returns its exit status, -1 where it could not be run so; the count of
/// the scan is in `found`, -1 where the end was missed.
int gangway_scan_at_exit(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    const int *_Nonnull streams, const uint8_t *_Nonnull masked, size_t count, uint8_t mask, long *_Nonnull found,
    struct gangway_place *_Nullable places, size_t capacity);

#endif
