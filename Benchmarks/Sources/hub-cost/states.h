// Which states were sent, and when all browsers had each.
#pragma once
#include <stdint.h>

void prepare_states(unsigned long devices, unsigned long states, unsigned long browsers);

double now(void);

// A state of device `number` is sent: the mode that it tells.
int state_sent(unsigned long number);

// An event with these states has come to the browser that is read, and ends after `end` bytes.
void event_came(char *event, uint64_t end);

// A browser has had `bytes` of what all are told.
void bytes_came(unsigned long browser, uint64_t bytes);

// How many states all browsers have had.
unsigned long states_delivered(void);

// Prints what it took, in microseconds: p50, p99 and the most.
void print_states(void);
