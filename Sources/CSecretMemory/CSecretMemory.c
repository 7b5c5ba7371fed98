#define _GNU_SOURCE
#include "CSecretMemory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { chunk = 64 * 1024 };

// A slot that nobody has; all of it but the link is zero.
struct free_slot {
    struct free_slot *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct free_slot *first_free;
// What has never been given out of the newest chunk.
static char *fresh, *fresh_end;

void gangway_wipe(void *memory, size_t count) {
    memset(memory, 0, count);
    // For all that the compiler knows, the zeros are read here.
    __asm__ volatile("" : : "r"(memory) : "memory");
}

static void *take_fresh(void) {
    if (fresh == fresh_end) {
        char *memory = mmap(NULL, chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) abort();
#ifdef MADV_DONTDUMP
        madvise(memory, chunk, MADV_DONTDUMP);
#endif
        fresh = memory;
        fresh_end = memory + chunk;
    }
    void *slot = fresh;
    fresh += GANGWAY_SECRET_CAPACITY;
    return slot;
}

void *gangway_secret_allocate(void) {
    pthread_mutex_lock(&lock);
    struct free_slot *slot = first_free;
    if (slot) {
        first_free = slot->next;
        slot->next = NULL;
    } else {
        slot = take_fresh();
    }
    pthread_mutex_unlock(&lock);
    return slot;
}

void gangway_secret_free(void *memory) {
    gangway_wipe(memory, GANGWAY_SECRET_CAPACITY);
    struct free_slot *slot = memory;
    pthread_mutex_lock(&lock);
    slot->next = first_free;
    first_free = slot;
    pthread_mutex_unlock(&lock);
}
