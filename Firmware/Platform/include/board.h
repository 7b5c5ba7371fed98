/* What the images need of a board. Each has its own board.c. Everything is called from one task. */
#ifndef GANGWAY_BOARD_H
#define GANGWAY_BOARD_H
#include <stdbool.h>
#include <stdint.h>

/* Sends a byte over the serial port; waits while its queue is full. */
void board_send(uint8_t byte);
/* The next byte that came over the serial port, or -1. */
int32_t board_receive(void);
/* Milliseconds since the start; to be asked at least once in five minutes. */
uint64_t board_milliseconds(void);
/* Sleeps until a byte comes, or for so many milliseconds, 60,000 at most. Ends the image where the stack was too small. */
void board_wait(uint32_t milliseconds);
/* Instructions executed, the low 32 bits; 0 on boards that do not count them. */
uint32_t board_instructions(void);
/* How many bytes of stack were ever used. */
uint32_t board_stack_used(void);
/* Ends the image: in the emulator, with this status. */
void board_end(int32_t status) __attribute__((noreturn));

/* Two pages of NOR flash: erased to ones, programmed to zeros, a word at a time. */
#define BOARD_FLASH_PAGE_SIZE 8192u
#define BOARD_FLASH_PAGES 2u
uint32_t board_flash_word(uint32_t page, uint32_t offset);
/* Clears the bits that are clear in `word`. This is the one function that writes to flash, but for the next. */
bool board_flash_program(uint32_t page, uint32_t offset, uint32_t word);
bool board_flash_erase(uint32_t page);
/* How many words were programmed and pages erased since the start. */
uint32_t board_flash_writes(void);
#endif
