/* QEMU's `mps2-an386`: CMSDK UART 0, SysTick. The machine has no flash that keeps anything: its pages are memory here, and
   what is stored is gone with the power. */
#include "board.h"

#define UART ((volatile uint32_t *)0x40004000)
#define SYSTICK ((volatile uint32_t *)0xE000E010)
#define CLOCK 25000u /* cycles in a millisecond */
#define UNUSED 0xA5A5A5A5 /* what start fills the stack with */

extern uint32_t __stack_bottom[], __stack_top[];
static volatile uint32_t counted;
static uint32_t told, writes;
static uint64_t milliseconds;
static uint32_t flash[BOARD_FLASH_PAGES][BOARD_FLASH_PAGE_SIZE / 4];

void board_start(void);
void board_tick(void);

void board_start(void) {
    UART[4] = 16; /* the divisor, at least 16 */
    UART[2] = 3;  /* send and receive */
    SYSTICK[1] = CLOCK - 1;
    SYSTICK[2] = 0;
    SYSTICK[0] = 7;
    for (uint32_t page = 0; page < BOARD_FLASH_PAGES; page++) board_flash_erase(page);
    writes = 0;
}

void board_tick(void) { counted++; }

void board_send(uint8_t byte) {
    while (UART[1] & 1) {}
    UART[0] = byte;
}

int32_t board_receive(void) { return UART[1] & 2 ? (int32_t)(UART[0] & 0xFF) : -1; }

uint64_t board_milliseconds(void) {
    uint32_t now = counted;
    milliseconds += now - told;
    told = now;
    return milliseconds;
}

void board_wait(uint32_t wait) {
    if (*__stack_bottom != UNUSED) board_end(4);
    uint32_t start = counted;
    while (!(UART[1] & 2) && counted - start < wait) __asm__ volatile("wfi" ::: "memory");
}

uint32_t board_instructions(void) { return 0; }

uint32_t board_stack_used(void) {
    uint32_t *place = __stack_bottom;
    while (place < __stack_top && *place == UNUSED) place++;
    return (uint32_t)((char *)__stack_top - (char *)place);
}

/* Semihosting's SYS_EXIT_EXTENDED. */
void board_end(int32_t status) {
    uint32_t block[2] = {0x20026, (uint32_t)status};
    register uint32_t call __asm__("r0") = 0x20;
    register uint32_t *argument __asm__("r1") = block;
    __asm__ volatile("bkpt 0xAB" ::"r"(call), "r"(argument) : "memory");
    while (1) {}
}

uint32_t board_flash_word(uint32_t page, uint32_t offset) { return flash[page][offset / 4]; }
uint32_t board_flash_writes(void) { return writes; }

bool board_flash_program(uint32_t page, uint32_t offset, uint32_t word) {
    writes++;
    flash[page][offset / 4] &= word;
    return true;
}

bool board_flash_erase(uint32_t page) {
    writes++;
    for (uint32_t i = 0; i < BOARD_FLASH_PAGE_SIZE / 4; i++) flash[page][i] = 0xFFFFFFFF;
    return true;
}
