/* Of ESP-IDF's esp_common/include/esp_err.h, what is used here: names and signatures, nothing behind. */
#pragma once
#include <stdint.h>
typedef int esp_err_t;
#define ESP_OK 0
#define ESP_FAIL (-1)
#define ESP_ERR_NO_MEM 0x101
#define ESP_ERR_INVALID_STATE 0x103
#define ESP_ERROR_CHECK(x) ((void)(x))
