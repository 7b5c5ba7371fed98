/* Of the library Preferences of Arduino for the ESP32, 3.x, what the example uses. */
#pragma once
#include "Arduino.h"

class Preferences {
public:
    bool begin(const char *name, bool is_read_only = false);
    bool remove(const char *key);
    bool isKey(const char *key);
    size_t putUChar(const char *key, uint8_t value);
    uint8_t getUChar(const char *key, uint8_t otherwise = 0);
    size_t putBytes(const char *key, const void *value, size_t count);
    size_t getBytes(const char *key, void *value, size_t room);
};
