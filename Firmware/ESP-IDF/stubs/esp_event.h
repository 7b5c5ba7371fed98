/* Of ESP-IDF's esp_event/include/esp_event.h and esp_event_base.h, what is used here; compared with that of commit 0b59b606. */
#pragma once
#include <stdint.h>
#include "esp_err.h"
typedef const char *esp_event_base_t;
typedef void (*esp_event_handler_t)(void *argument, esp_event_base_t base, int32_t id, void *data);
#define ESP_EVENT_ANY_ID (-1)
extern esp_event_base_t const WIFI_EVENT;
extern esp_event_base_t const IP_EVENT;
esp_err_t esp_event_loop_create_default(void);
esp_err_t esp_event_handler_register(
    esp_event_base_t base, int32_t id, esp_event_handler_t handler, void *argument);
