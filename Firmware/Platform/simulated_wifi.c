/* A Wi-Fi driver without Wi-Fi: twenty access points, each step of a join a tenth of a second. */
#include "wifi_driver.h"
#include <stddef.h>

#define POINTS 20
#define STEP 100u
#define SCAN 200u

static const char *const names[] = {"Barn", "Stable", "Office", "Mill"};
static const uint8_t securities[] = {WIFI_WPA_PERSONAL, WIFI_OPEN, WIFI_WPA2_ENTERPRISE, WIFI_WPA3_PERSONAL};
static const char *const passphrases[] = {"hay and horses", "", NULL, "flour and water"};

static struct wifi_point points[POINTS];
static struct wifi_status status;
static uint32_t time_now, scan_end, step_end;
static uint8_t passphrase[64], passphrase_length, known;
static bool is_scanning, has_scanned, has_ended, has_changed, is_moving;

static uint8_t length_of(const char *text) {
    uint8_t n = 0;
    while (text[n]) n++;
    return n;
}

static bool is_same(const uint8_t *bytes, uint8_t length, const char *text) {
    if (length != length_of(text)) return false;
    for (uint8_t i = 0; i < length; i++)
        if (bytes[i] != (uint8_t)text[i]) return false;
    return true;
}

static void fill(void) {
    for (uint8_t i = 0; i < POINTS; i++) {
        struct wifi_point *p = &points[i];
        const char *name = i < 4 ? names[i] : "Neighbour A";
        p->ssid_length = length_of(name);
        for (uint8_t k = 0; k < p->ssid_length; k++) p->ssid[k] = (uint8_t)name[k];
        if (i >= 4) p->ssid[10] = (uint8_t)('A' + i - 4);
        p->security = i < 4 ? securities[i] : WIFI_WPA_PERSONAL;
        p->channel = (uint8_t)(1 + i % 13);
        p->signal = (int8_t)(-40 - 2 * i);
        p->bssid[0] = 0x02;
        p->bssid[5] = i;
    }
}

void wifi_scan(void) {
    is_scanning = true;
    scan_end = time_now + SCAN;
}

void wifi_stop_scan(void) { if (is_scanning) scan_end = time_now; }

bool wifi_scan_ended(void) {
    bool ended = has_ended;
    has_ended = false;
    return ended;
}

uint32_t wifi_point_count(void) { return has_scanned ? POINTS : 0; }
const struct wifi_point *wifi_point(uint32_t index) { return &points[index < POINTS ? index : 0]; }

static void become(uint8_t state) {
    status.state = state;
    has_changed = true;
}

bool wifi_join(const uint8_t *ssid, uint8_t ssid_length, const uint8_t *key, uint8_t key_length) {
    if (ssid_length > 32 || key_length > 64) return false;
    for (uint8_t i = 0; i < ssid_length; i++) status.ssid[i] = ssid[i];
    for (uint8_t i = 0; i < key_length; i++) passphrase[i] = key[i];
    status.ssid_length = ssid_length;
    passphrase_length = key_length;
    for (known = 0; known < 4 && !is_same(ssid, ssid_length, names[known]); known++) {}
    become(WIFI_ASSOCIATING);
    is_moving = true;
    step_end = time_now + STEP;
    return true;
}

void wifi_leave(void) {
    is_moving = false;
    become(WIFI_DISCONNECTED);
}

static void step(void) {
    is_moving = false;
    switch (status.state) {
    case WIFI_ASSOCIATING:
        if (known == 4) return become(WIFI_NOT_FOUND);
        become(WIFI_AUTHENTICATING);
        break;
    case WIFI_AUTHENTICATING:
        if (!passphrases[known] || !is_same(passphrase, passphrase_length, passphrases[known]))
            return become(WIFI_WRONG_PASSPHRASE);
        become(WIFI_OBTAINING_ADDRESS);
        break;
    default:
        status.address[0] = 10;
        status.address[3] = (uint8_t)(2 + known);
        status.signal = (int8_t)(-40 - 2 * known);
        return become(WIFI_CONNECTED);
    }
    is_moving = true;
    step_end = time_now + STEP;
}

bool wifi_changed(struct wifi_status *target) {
    bool changed = has_changed;
    has_changed = false;
    *target = status;
    return changed;
}

uint32_t wifi_work(uint32_t now) {
    time_now = now;
    if (points[0].ssid_length == 0) fill();
    if (is_scanning && (int32_t)(now - scan_end) >= 0) {
        is_scanning = false;
        has_scanned = true;
        has_ended = true;
    }
    if (is_moving && (int32_t)(now - step_end) >= 0) step();
    if (has_ended || has_changed) return 0;
    uint32_t next = 60000;
    if (is_scanning && scan_end - now < next) next = scan_end - now;
    if (is_moving && step_end - now < next) next = step_end - now;
    return next;
}
