// Swift's Glibc module does not export malloc.h.
#include "CHeap.h"
#include <malloc.h>

size_t heap_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
