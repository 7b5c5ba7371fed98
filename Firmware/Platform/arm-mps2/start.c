/* The start of an image on QEMU's `mps2-an386`, a Cortex-M4: vectors, memory, main. */
#include "board.h"

extern uint32_t __bss_start[], __bss_end[], __data_start[], __data_end[], __data_load[], __stack_bottom[], __stack_top[];
void board_start(void);
void board_tick(void);
void image_main(void);

__attribute__((noreturn)) void reset(void);
void reset(void) {
    uint32_t *from = __data_load;
    for (uint32_t *to = __data_start; to < __data_end;) *to++ = *from++;
    for (uint32_t *to = __bss_start; to < __bss_end;) *to++ = 0;
    /* what is used already is left alone */
    for (uint32_t *to = __stack_bottom; to < __stack_top - 64;) *to++ = 0xA5A5A5A5;
    board_start();
    image_main();
    board_end(0);
}

static void fault(void) { board_end(2); }

typedef void (*handler)(void);
__attribute__((section(".vectors"), used)) static const handler vectors[48] = {
    (handler)__stack_top, reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, board_tick,
};
