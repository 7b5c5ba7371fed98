/* Of ESP-IDF's esp_timer/include/esp_timer.h, what is used here. Not compared with a particular version. */
#pragma once
#include <stdint.h>
int64_t esp_timer_get_time(void);
