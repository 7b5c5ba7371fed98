/* All that an image may take from outside: no function here gives out memory, so an image that links needs no heap. */
#include <stddef.h>
#include <stdint.h>

typedef uint32_t __attribute__((may_alias)) word;

void *memcpy(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    /* by words where both lie so */
    if ((((uintptr_t)t | (uintptr_t)f) & 3) == 0) {
        for (; n >= 16; n -= 16, t += 16, f += 16) {
            word a = ((const word *)f)[0], b = ((const word *)f)[1], c = ((const word *)f)[2], d = ((const word *)f)[3];
            ((word *)t)[0] = a, ((word *)t)[1] = b, ((word *)t)[2] = c, ((word *)t)[3] = d;
        }
        for (; n >= 4; n -= 4, t += 4, f += 4) *(word *)t = *(const word *)f;
    }
    while (n--) *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t < f) return memcpy(to, from, n);
    while (n--) t[n] = f[n];
    return to;
}

void *memset(void *to, int value, size_t n) {
    unsigned char *t = to;
    word all = (unsigned char)value * 0x01010101u;
    if (((uintptr_t)t & 3) == 0)
        for (; n >= 4; n -= 4, t += 4) *(word *)t = all;
    while (n--) *t++ = (unsigned char)value;
    return to;
}

typedef union {
    uint64_t whole;
    struct {
        uint32_t low, high;
    };
} halves;

uint64_t __ashldi3(uint64_t value, int by) {
    halves v = {.whole = value}, r;
    r.high = by >= 32 ? v.low << (by - 32) : by == 0 ? v.high : v.high << by | v.low >> (32 - by);
    r.low = by >= 32 ? 0 : v.low << by;
    return r.whole;
}

uint64_t __lshrdi3(uint64_t value, int by) {
    halves v = {.whole = value}, r;
    r.low = by >= 32 ? v.high >> (by - 32) : by == 0 ? v.low : v.low >> by | v.high << (32 - by);
    r.high = by >= 32 ? 0 : v.high >> by;
    return r.whole;
}

#if defined(__arm__)
void __aeabi_memcpy(void *to, const void *from, size_t n) { memcpy(to, from, n); }
void __aeabi_memcpy4(void *to, const void *from, size_t n) { memcpy(to, from, n); }
void __aeabi_memcpy8(void *to, const void *from, size_t n) { memcpy(to, from, n); }
void __aeabi_memmove(void *to, const void *from, size_t n) { memmove(to, from, n); }
void __aeabi_memmove4(void *to, const void *from, size_t n) { memmove(to, from, n); }
void __aeabi_memmove8(void *to, const void *from, size_t n) { memmove(to, from, n); }
void __aeabi_memset(void *to, size_t n, int value) { memset(to, value, n); }
void __aeabi_memset4(void *to, size_t n, int value) { memset(to, value, n); }
void __aeabi_memset8(void *to, size_t n, int value) { memset(to, value, n); }
void __aeabi_memclr(void *to, size_t n) { memset(to, 0, n); }
void __aeabi_memclr4(void *to, size_t n) { memset(to, 0, n); }
void __aeabi_memclr8(void *to, size_t n) { memset(to, 0, n); }
uint64_t __aeabi_llsl(uint64_t value, int by) { return __ashldi3(value, by); }
uint64_t __aeabi_llsr(uint64_t value, int by) { return __lshrdi3(value, by); }
#endif

uint32_t platform_event(uint8_t *bytes, uint32_t capacity, uint32_t *facts) {
    (void)bytes, (void)capacity, (void)facts;
    return 0;
}

void platform_send(uint32_t characteristic, const uint8_t *bytes, uint32_t count) {
    (void)characteristic, (void)bytes, (void)count;
}
