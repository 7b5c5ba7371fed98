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
    gangway_wipe_registers();
}

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static void wipe_high_registers(void) {
    __asm__ volatile(
        "vpxorq %zmm16, %zmm16, %zmm16\n\tvpxorq %zmm17, %zmm17, %zmm17\n\t"
        "vpxorq %zmm18, %zmm18, %zmm18\n\tvpxorq %zmm19, %zmm19, %zmm19\n\t"
        "vpxorq %zmm20, %zmm20, %zmm20\n\tvpxorq %zmm21, %zmm21, %zmm21\n\t"
        "vpxorq %zmm22, %zmm22, %zmm22\n\tvpxorq %zmm23, %zmm23, %zmm23\n\t"
        "vpxorq %zmm24, %zmm24, %zmm24\n\tvpxorq %zmm25, %zmm25, %zmm25\n\t"
        "vpxorq %zmm26, %zmm26, %zmm26\n\tvpxorq %zmm27, %zmm27, %zmm27\n\t"
        "vpxorq %zmm28, %zmm28, %zmm28\n\tvpxorq %zmm29, %zmm29, %zmm29\n\t"
        "vpxorq %zmm30, %zmm30, %zmm30\n\tvpxorq %zmm31, %zmm31, %zmm31");
}

__attribute__((target("avx"))) static void wipe_wide_registers(void) { __asm__ volatile("vzeroall"); }
#endif

// No call keeps these registers, so nothing has to be said of them to the compiler: it takes them for changed.
__attribute__((noinline)) void gangway_wipe_registers(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) wipe_high_registers();
    if (__builtin_cpu_supports("avx")) {
        wipe_wide_registers();
    } else {
        __asm__ volatile(
            "pxor %xmm0, %xmm0\n\tpxor %xmm1, %xmm1\n\tpxor %xmm2, %xmm2\n\tpxor %xmm3, %xmm3\n\t"
            "pxor %xmm4, %xmm4\n\tpxor %xmm5, %xmm5\n\tpxor %xmm6, %xmm6\n\tpxor %xmm7, %xmm7\n\t"
            "pxor %xmm8, %xmm8\n\tpxor %xmm9, %xmm9\n\tpxor %xmm10, %xmm10\n\tpxor %xmm11, %xmm11\n\t"
            "pxor %xmm12, %xmm12\n\tpxor %xmm13, %xmm13\n\tpxor %xmm14, %xmm14\n\tpxor %xmm15, %xmm15");
    }
#elif defined(__aarch64__)
    __asm__ volatile(
        "movi v0.2d, #0\n\tmovi v1.2d, #0\n\tmovi v2.2d, #0\n\tmovi v3.2d, #0\n\t"
        "movi v4.2d, #0\n\tmovi v5.2d, #0\n\tmovi v6.2d, #0\n\tmovi v7.2d, #0\n\t"
        "movi v16.2d, #0\n\tmovi v17.2d, #0\n\tmovi v18.2d, #0\n\tmovi v19.2d, #0\n\t"
        "movi v20.2d, #0\n\tmovi v21.2d, #0\n\tmovi v22.2d, #0\n\tmovi v23.2d, #0\n\t"
        "movi v24.2d, #0\n\tmovi v25.2d, #0\n\tmovi v26.2d, #0\n\tmovi v27.2d, #0\n\t"
        "movi v28.2d, #0\n\tmovi v29.2d, #0\n\tmovi v30.2d, #0\n\tmovi v31.2d, #0" ::
            : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23",
              "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");
#endif
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
