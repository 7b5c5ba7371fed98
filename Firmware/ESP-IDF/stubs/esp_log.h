#pragma once
/* Behind the macros of the same names: checks that format and arguments agree. */
void stub_log(const char *tag, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define ESP_LOGE(tag, ...) stub_log(tag, __VA_ARGS__)
#define ESP_LOGW(tag, ...) stub_log(tag, __VA_ARGS__)
#define ESP_LOGI(tag, ...) stub_log(tag, __VA_ARGS__)
