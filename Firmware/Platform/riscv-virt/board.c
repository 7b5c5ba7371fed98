/* QEMU's RISC-V `virt` machine: ns16550a at 0x10000000, CLINT, PLIC, and the second CFI flash at 0x22000000. */
#include "board.h"

#define UART ((volatile uint8_t *)0x10000000)
#define UART_IRQ 10u
#define MTIME ((volatile uint32_t *)0x0200BFF8)
#define MTIMECMP ((volatile uint32_t *)0x02004000)
#define TICKS 10000u /* a millisecond, at 10 MHz */
#define PLIC_PRIORITY ((volatile uint32_t *)0x0C000000)
#define PLIC_ENABLE ((volatile uint32_t *)0x0C002000)
#define PLIC_THRESHOLD ((volatile uint32_t *)0x0C200000)
#define PLIC_CLAIM ((volatile uint32_t *)0x0C200004)
#define FLASH 0x22000000u
#define SECTOR 0x40000u
#define END ((volatile uint32_t *)0x00100000)
#define UNUSED 0xA5A5A5A5 /* what start fills the stack with */

extern uint32_t __stack_bottom[], __stack_top[];
static uint64_t milliseconds;
static uint32_t ticks, writes;

void board_start(void);
void board_start(void) {
    UART[2] = 0x07; /* queues on and empty */
    UART[1] = 0x01; /* say when a byte is there */
    PLIC_PRIORITY[UART_IRQ] = 1;
    PLIC_ENABLE[0] = 1u << UART_IRQ;
    PLIC_THRESHOLD[0] = 0;
    __asm__ volatile("csrw mie, %0" ::"r"(1u << 11 | 1u << 7));
    ticks = MTIME[0];
}

void board_send(uint8_t byte) {
    while (!(UART[5] & 0x20)) {}
    UART[0] = byte;
}

int32_t board_receive(void) { return UART[5] & 0x01 ? UART[0] : -1; }

uint64_t board_milliseconds(void) {
    uint32_t passed = (MTIME[0] - ticks) / TICKS;
    ticks += passed * TICKS;
    return milliseconds += passed;
}

/* Interrupts stay off: one that is pending ends the sleep all the same. */
void board_wait(uint32_t wait) {
    if (*__stack_bottom != UNUSED) board_end(4);
    uint32_t low = MTIME[0], high = MTIME[1];
    if (MTIME[1] != high) low = 0, high = MTIME[1];
    uint32_t end = low + wait * TICKS;
    MTIMECMP[1] = 0xFFFFFFFF;
    MTIMECMP[0] = end;
    MTIMECMP[1] = high + (end < low);
    if (UART[5] & 0x01) return;
    __asm__ volatile("wfi" ::: "memory");
    uint32_t source = *PLIC_CLAIM;
    if (source) *PLIC_CLAIM = source;
}

uint32_t board_instructions(void) {
    uint32_t count;
    __asm__ volatile("csrr %0, minstret" : "=r"(count));
    return count;
}

uint32_t board_stack_used(void) {
    uint32_t *place = __stack_bottom;
    while (place < __stack_top && *place == UNUSED) place++;
    return (uint32_t)((char *)__stack_top - (char *)place);
}

void board_end(int32_t status) {
    *END = status ? (uint32_t)status << 16 | 0x3333u : 0x5555u;
    while (1) {}
}

static volatile uint32_t *at(uint32_t page, uint32_t offset) {
    return (volatile uint32_t *)(FLASH + page * SECTOR + offset);
}

uint32_t board_flash_word(uint32_t page, uint32_t offset) { return *at(page, offset); }
uint32_t board_flash_writes(void) { return writes; }

/* Waits until the chip is ready, and has it give its content again. Both of its halves are told the same. */
static bool is_done(volatile uint32_t *place) {
    *place = 0x00700070;
    while ((*place & 0x00800080) != 0x00800080) {}
    bool good = (*place & 0x003A003A) == 0;
    *place = 0x00500050;
    *place = 0x00FF00FF;
    return good;
}

bool board_flash_program(uint32_t page, uint32_t offset, uint32_t word) {
    volatile uint32_t *place = at(page, offset);
    uint32_t value = *place & word; /* what real flash would come to: QEMU's sets bits too */
    writes++;
    *place = 0x00400040;
    *place = value;
    return is_done(place) && *place == value;
}

bool board_flash_erase(uint32_t page) {
    volatile uint32_t *place = at(page, 0);
    writes++;
    *place = 0x00200020;
    *place = 0x00D000D0;
    return is_done(place);
}
