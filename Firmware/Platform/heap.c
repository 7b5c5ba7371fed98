/* Memory for the image of checks, which are written for hosts: given out once and never taken back. The device's images are
   linked without it. */
#include "board.h"
#include <stddef.h>

extern char __heap_start[], __heap_end[];
static char *place = __heap_start;

int posix_memalign(void **memory, size_t alignment, size_t size);
int posix_memalign(void **memory, size_t alignment, size_t size) {
    char *start = (char *)(((size_t)place + alignment - 1) & ~(alignment - 1));
    if (size > (size_t)(__heap_end - start)) board_end(3);
    place = start + size;
    *memory = start;
    return 0;
}

void *malloc(size_t size);
void *malloc(size_t size) {
    void *memory;
    posix_memalign(&memory, 16, size);
    return memory;
}

void free(void *memory);
void free(void *memory) { (void)memory; }

void arc4random_buf(void *bytes, size_t count);
void arc4random_buf(void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) ((char *)bytes)[i] = 0;
}

int putchar(int character);
int putchar(int character) {
    board_send((uint8_t)character);
    return character;
}
