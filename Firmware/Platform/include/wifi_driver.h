/* A Wi-Fi driver as vendors give one: each call begins something, and what comes of it is asked for. */
#ifndef GANGWAY_WIFI_DRIVER_H
#define GANGWAY_WIFI_DRIVER_H
#include <stdbool.h>
#include <stdint.h>

enum wifi_security { WIFI_OPEN, WIFI_WEP, WIFI_WPA_PERSONAL, WIFI_WPA2_ENTERPRISE, WIFI_WPA3_PERSONAL };

struct wifi_point {
    uint8_t ssid[32];
    uint8_t bssid[6];
    uint8_t ssid_length;
    uint8_t security;
    uint8_t channel;
    int8_t signal;
};

enum wifi_state {
    WIFI_DISCONNECTED,
    WIFI_ASSOCIATING,
    WIFI_AUTHENTICATING,
    WIFI_OBTAINING_ADDRESS,
    WIFI_CONNECTED,
    WIFI_WRONG_PASSPHRASE,
    WIFI_NOT_FOUND,
    WIFI_NO_ADDRESS,
};

struct wifi_status {
    uint8_t ssid[32];
    uint8_t address[4];
    uint8_t ssid_length;
    uint8_t state;
    int8_t signal;
};

void wifi_scan(void);
void wifi_stop_scan(void);
/* Whether a scan has ended since this was last asked. */
bool wifi_scan_ended(void);
uint32_t wifi_point_count(void);
/* One that the last scan found, the strongest first. */
const struct wifi_point *wifi_point(uint32_t index);

bool wifi_join(const uint8_t *ssid, uint8_t ssid_length, const uint8_t *passphrase, uint8_t passphrase_length);
void wifi_leave(void);
/* Whether the state has changed since this was last asked, and to what. */
bool wifi_changed(struct wifi_status *status);

/* Lets the driver work; returns in how many milliseconds it has to again, 60,000 at most. */
uint32_t wifi_work(uint32_t now);
#endif
