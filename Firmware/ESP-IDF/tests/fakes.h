/* Working stand-ins for the functions of ESP-IDF and NimBLE that the component calls, and what they saw. */
#ifndef FAKES_H
#define FAKES_H

#include <setjmp.h>
#include <stdbool.h>

#include "esp_event.h"
#include "esp_netif.h"
#include "esp_wifi.h"
#include "host/ble_hs.h"
#include "nvs.h"

struct os_mbuf {
    uint16_t count;
    uint8_t bytes[520];
};

typedef struct {
    /* NVS: three values, and after how many writes the power goes (-1: never). */
    struct {
        char key[16];
        uint8_t bytes[400];
        size_t length;
        bool is_there;
    } values[3];
    int writes_left;
    unsigned writes;
    jmp_buf power_cut;
    bool is_full;
    /* Wi-Fi */
    wifi_config_t config;
    unsigned connects, disconnects, scans;
    wifi_ap_record_t records[4];
    uint16_t record_count;
    esp_event_handler_t handler;
    /* Bluetooth */
    const struct ble_gatt_svc_def *services;
    ble_gap_event_fn *gap;
    uint16_t mtu;
    bool is_advertising;
    struct ble_hs_adv_fields fields, response;
    uint16_t piece_lengths[64];
    uint8_t piece_types[64]; /* first byte of each */
    unsigned pieces, indications;
    uint8_t sent[2048];
    size_t sent_count;
    bool has_no_buffers;
    int64_t microseconds;
} fake_chip;

extern fake_chip chip;

#endif
