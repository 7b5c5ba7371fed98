/* Of Arduino for the ESP32, 3.x, what the example uses: names and signatures, nothing behind. */
#pragma once
#include <cstddef>
#include <cstdint>

class String {
public:
    String(const char *text = "");
    const char *c_str() const;
    unsigned length() const;
};

struct HardwareSerial {
    void begin(unsigned long baud);
    int printf(const char *format, ...) __attribute__((format(printf, 2, 3)));
};
extern HardwareSerial Serial;

unsigned long millis();
void delay(uint32_t milliseconds);
void setup();
void loop();
