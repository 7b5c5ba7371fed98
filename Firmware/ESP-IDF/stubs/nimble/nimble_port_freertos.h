#pragma once
void nimble_port_freertos_init(void (*task)(void *));
void nimble_port_freertos_deinit(void);
