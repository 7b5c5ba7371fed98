/* The component on a chip of memory alone: set-up over NimBLE's and esp_wifi's callbacks, pieces, reasons, and the store. */
#include <stdio.h>
#include <string.h>

#include "fakes.h"
#include "gangway_esp.h"
#include "gangway_esp_parts.h"

static unsigned passed, failed;
void lock_is_taken_twice(void);

static void check(bool is_so, const char *claim) {
    if (is_so) {
        passed++;
    } else {
        failed++;
        printf("failed: %s\n", claim);
    }
}

void lock_is_taken_twice(void) { check(false, "nothing takes the lock while it is held"); }

/* ---- The store ---- */

static gangway_credentials credentials_of(const char *name) {
    gangway_credentials credentials;
    memset(&credentials, 0, sizeof credentials);
    (void)gangway_ssid_set(&credentials.ssid, (const uint8_t *)name, strlen(name));
    credentials.passphrase_length = (uint8_t)strlen(name);
    memcpy(credentials.passphrase, name, strlen(name));
    credentials.security = GANGWAY_WPA_PERSONAL;
    return credentials;
}

static bool holds(gangway_slot slot, const char *name) {
    gangway_credentials found, wanted;
    bool is_there = gangway_store_load(NULL, slot, &found);
    if (name == NULL) return !is_there;
    wanted = credentials_of(name);
    return is_there && gangway_ssid_equal(&found.ssid, &wanted.ssid) &&
        found.passphrase_length == wanted.passphrase_length &&
        memcmp(found.passphrase, wanted.passphrase, wanted.passphrase_length) == 0;
}

static bool stage(const char *name) {
    gangway_credentials credentials = credentials_of(name);
    return gangway_store_stage(NULL, &credentials, NULL);
}

static void empty_store(void) {
    memset(chip.values, 0, sizeof chip.values);
    chip.writes_left = -1;
    chip.is_full = false;
    (void)gangway_store_forget(NULL);
    (void)gangway_store_open(NULL);
}

/* Takes the store from an old network to a new one and to none, and loses the power at write `cut`; false: it came not so far. */
static bool cut_power(int cut) {
    volatile int step = 0;
    bool is_cut = true;
    empty_store();
    (void)stage("old one");
    (void)gangway_store_commit(NULL);
    chip.writes_left = cut;
    if (setjmp(chip.power_cut) == 0) {
        (void)stage("bad one");
        step = 1;
        (void)gangway_store_roll_back(NULL);
        step = 2;
        (void)stage("first");
        step = 3;
        (void)stage("new one");
        step = 4;
        (void)gangway_store_commit(NULL);
        step = 5;
        (void)gangway_store_forget(NULL);
        is_cut = false;
    }
    chip.writes_left = -1;
    check(gangway_store_open(NULL), "a store can be read after a loss of power");
    bool has_old = holds(GANGWAY_COMMITTED, "old one"), has_new = holds(GANGWAY_COMMITTED, "new one");
    if (step < 4) check(has_old, "the network that worked is kept over a loss of power");
    if (step == 4) check(has_old || has_new, "one of both is kept where the power goes in between");
    if (step == 5) check(has_new || holds(GANGWAY_COMMITTED, NULL), "what worked is there or forgotten");
    if (step == 4 && has_new) check(holds(GANGWAY_STAGED, NULL), "what worked is staged no more");
    if (step == 3) check(holds(GANGWAY_STAGED, "first") || holds(GANGWAY_STAGED, "new one"), "staged: one or the other");
    return is_cut;
}

static unsigned count_values(void) {
    unsigned count = 0;
    for (int index = 0; index < 3; index++) count += chip.values[index].is_there;
    return count;
}

static void test_store(void) {
    int cut = 0;
    while (cut_power(cut)) cut++;
    check(cut > 8, "the power was cut at every write");
    check(count_values() == 1, "after forgetting no passphrase lies in flash");
    empty_store();
    check(stage("old one") && holds(GANGWAY_STAGED, "old one") && gangway_store_commit(NULL), "commits");
    chip.is_full = true;
    check(!stage("new one") && holds(GANGWAY_COMMITTED, "old one"), "a full store keeps what it had");
    chip.is_full = false;
    gangway_credentials passing = credentials_of("passing");
    passing.is_volatile = true;
    check(gangway_store_stage(NULL, &passing, NULL) && gangway_store_commit(NULL), "volatile ones commit");
    check(holds(GANGWAY_COMMITTED, "passing") && count_values() == 2, "in memory alone");
    gangway_control_address address = {.topic = "home", .id = "9b1f2c00-0000-4000-8000-000000000001"}, found;
    gangway_credentials steered = credentials_of("steered");
    check(gangway_store_stage(NULL, &steered, &address) && gangway_store_commit(NULL), "an address is kept");
    check(stage("other") && gangway_store_commit(NULL), "credentials that say nothing of it");
    check(gangway_store_control_address(NULL, &found) && strcmp(found.topic, "home") == 0, "leave it as it is");
    gangway_credentials picked = credentials_of("picked"), kept;
    picked.has_bssid = true;
    memcpy(picked.bssid, "\x02\x11\x22\x33\x44\x55", 6);
    picked.channel = 36;
    picked.band = GANGWAY_BAND_5_GHZ;
    check(gangway_store_stage(NULL, &picked, NULL) && gangway_store_load(NULL, GANGWAY_STAGED, &kept), "an access point");
    check(kept.has_bssid && memcmp(kept.bssid, picked.bssid, 6) == 0 && kept.channel == 36 && kept.band == 2, "is kept");
    empty_store();
}

/* ---- Reasons ---- */

static void test_reasons(void) {
    static const struct {
        uint8_t number;
        gangway_reason reason;
        bool may_pass;
    } cases[] = {
        {15, GANGWAY_WRONG_PASSPHRASE, false},    {204, GANGWAY_WRONG_PASSPHRASE, false},
        {202, GANGWAY_WRONG_PASSPHRASE, false},   {201, GANGWAY_NETWORK_NOT_FOUND, false},
        {210, GANGWAY_UNSUPPORTED_SECURITY, false}, {20, GANGWAY_UNSUPPORTED_SECURITY, false},
        {2, GANGWAY_TIME_OUT, true},              {200, GANGWAY_TIME_OUT, true},
        {203, GANGWAY_CONNECTION_FAILED, true},   {0, GANGWAY_CONNECTION_FAILED, true},
    };
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        bool may_pass;
        check(gangway_wifi_reason(cases[index].number, &may_pass) == cases[index].reason, "a reason");
        check(may_pass == cases[index].may_pass, "whether another try may mend it");
    }
    check(gangway_wifi_security(WIFI_AUTH_OPEN) == GANGWAY_OPEN, "open is open");
    check(gangway_wifi_security(WIFI_AUTH_WPA2_WPA3_PSK) == GANGWAY_WPA3_PERSONAL, "WPA3 beside WPA2 is WPA3");
    for (int mode = 1; mode < 256; mode++) {
        if (gangway_wifi_security(mode) == GANGWAY_OPEN) check(false, "nothing else is open");
    }
}

/* ---- A set-up ---- */

static unsigned told_connected, told_failed;
static gangway_reason told_reason;

static void on_connected(void *context, const gangway_ssid *ssid, const uint8_t address[4]) {
    (void)context, (void)ssid;
    told_connected += address[0] == 10 && address[3] == 2;
}

static void on_failed(void *context, const gangway_ssid *ssid, gangway_reason reason) {
    (void)context, (void)ssid;
    told_failed++;
    told_reason = reason;
}

static const gangway_callbacks callbacks = {.wifi_connected = on_connected, .connection_failed = on_failed};

static void pass(void) {
    chip.microseconds += 200000;
    gangway_lock();
    gangway_wifi_tell();
    gangway_poll(gangway_now());
    gangway_unlock();
}

static void on_air(uint8_t type, uint16_t connection, uint16_t attribute) {
    struct ble_gap_event event;
    memset(&event, 0, sizeof event);
    event.type = type;
    if (type == BLE_GAP_EVENT_CONNECT) event.connect.conn_handle = connection;
    if (type == BLE_GAP_EVENT_CONNECT) chip.is_advertising = false;
    if (type == BLE_GAP_EVENT_DISCONNECT) event.disconnect.conn.conn_handle = connection;
    if (type == BLE_GAP_EVENT_SUBSCRIBE) {
        event.subscribe.conn_handle = connection;
        event.subscribe.attr_handle = attribute;
        event.subscribe.cur_notify = 1;
    }
    (void)chip.gap(&event, NULL);
}

static void wifi(esp_event_base_t base, int32_t id, uint8_t reason) {
    wifi_event_sta_disconnected_t lost = {.reason = reason};
    wifi_event_sta_scan_done_t scanned = {.status = 0};
    ip_event_got_ip_t address;
    memset(&address, 0, sizeof address);
    const uint8_t octets[4] = {10, 0, 0, 2};
    memcpy(&address.ip_info.ip.addr, octets, 4);
    void *data = base == IP_EVENT ? (void *)&address : id == WIFI_EVENT_SCAN_DONE ? (void *)&scanned : (void *)&lost;
    chip.handler(NULL, base, id, data);
    pass();
}

static const struct ble_gatt_chr_def *characteristic(int place) { return &chip.services[0].characteristics[place]; }

static int write_credentials(const char *name, const char *passphrase) {
    static uint8_t number;
    struct os_mbuf value;
    size_t ssid = strlen(name), secret = strlen(passphrase);
    uint8_t head[] = {0x10, number++, (uint8_t)(2 + ssid + secret), 0, (uint8_t)ssid};
    memset(&value, 0, sizeof value);
    memcpy(value.bytes, head, sizeof head);
    memcpy(value.bytes + 5, name, ssid);
    value.bytes[5 + ssid] = (uint8_t)secret;
    memcpy(value.bytes + 6 + ssid, passphrase, secret);
    value.count = (uint16_t)(6 + ssid + secret);
    struct ble_gatt_access_ctxt access = {.op = BLE_GATT_ACCESS_OP_WRITE_CHR, .om = &value};
    int error = characteristic(1)->access_cb(1, *characteristic(1)->val_handle, &access, characteristic(1)->arg);
    pass();
    return error;
}

static void put_record(const char *name, int8_t signal) {
    wifi_ap_record_t *record = &chip.records[chip.record_count++];
    memset(record, 0, sizeof *record);
    strcpy((char *)record->ssid, name);
    record->rssi = signal;
    record->authmode = WIFI_AUTH_WPA2_PSK;
    record->primary = 6;
}

static bool is_target(const char *name) { return strcmp((const char *)chip.config.sta.ssid, name) == 0; }

static void test_list(void) {
    put_record("Attic", -70);
    put_record("Aurora Guest House Wi-Fi 2.4 GHz", -40);
    check(gangway_esp_start("Barn sensor", &callbacks) == ESP_OK, "it starts");
    check(gangway_esp_start("Barn sensor", &callbacks) == ESP_ERR_INVALID_STATE, "once");
    ble_hs_cfg.sync_cb();
    check(chip.is_advertising && chip.fields.uuids128->value[15] == 0x4F, "it is on the air with its UUID");
    check(chip.response.name_len == 11 && chip.response.name_is_complete, "and its name");
    chip.mtu = 23;
    on_air(BLE_GAP_EVENT_CONNECT, 1, 0);
    check(chip.is_advertising, "it stays on the air when a central connects");
    on_air(BLE_GAP_EVENT_SUBSCRIBE, 1, *characteristic(2)->val_handle);
    on_air(BLE_GAP_EVENT_SUBSCRIBE, 1, *characteristic(0)->val_handle);
    check(chip.scans == 1 && chip.piece_types[0] == 1, "a subscription brings a list");
    wifi(WIFI_EVENT, WIFI_EVENT_SCAN_DONE, 0);
    check(chip.pieces == 5 && chip.piece_lengths[1] == 20 && chip.piece_lengths[2] == 20, "long entries go in pieces");
    check(chip.sent[4] == 2 && memcmp(chip.sent + 9, "Aurora Guest", 12) == 0, "the strongest first, whole in all");
    check(chip.sent_count == 4 + 40 + 13 + 5, "and nothing twice");
}

static void test_join(void) {
    check(write_credentials("Attic", "long enough") == 0 && holds(GANGWAY_STAGED, NULL) == false, "stored at once");
    check(chip.connects == 1 && is_target("Attic"), "what a scan just found is joined");
    check(chip.config.sta.threshold.authmode == WIFI_AUTH_WPA_PSK, "never an open network with a passphrase");
    wifi(WIFI_EVENT, WIFI_EVENT_STA_DISCONNECTED, WIFI_REASON_AUTH_EXPIRE);
    check(chip.connects == 2 && told_failed == 0, "what may pass is tried again");
    wifi(WIFI_EVENT, WIFI_EVENT_STA_CONNECTED, 0);
    wifi(IP_EVENT, IP_EVENT_STA_GOT_IP, 0);
    check(told_connected == 1 && holds(GANGWAY_STAGED, NULL), "connected is told with its address, and committed");
}

static void test_wrong_passphrase(void) {
    put_record("Barn", -50);
    (void)write_credentials("Barn", "not the right one");
    wifi(WIFI_EVENT, WIFI_EVENT_SCAN_DONE, 0);
    check(chip.disconnects == 1 && is_target("Attic"), "it leaves first");
    wifi(WIFI_EVENT, WIFI_EVENT_STA_DISCONNECTED, WIFI_REASON_ASSOC_LEAVE);
    check(is_target("Barn") && told_failed == 0, "then it joins");
    wifi(WIFI_EVENT, WIFI_EVENT_STA_DISCONNECTED, WIFI_REASON_4WAY_HANDSHAKE_TIMEOUT);
    check(told_failed == 1 && told_reason == GANGWAY_WRONG_PASSPHRASE, "a wrong passphrase is told as such");
    check(is_target("Attic"), "and the network that worked is joined again");
    wifi(WIFI_EVENT, WIFI_EVENT_STA_CONNECTED, 0);
    wifi(IP_EVENT, IP_EVENT_STA_GOT_IP, 0);
    gangway_status status;
    gangway_esp_status(&status);
    check(status.state == GANGWAY_CONNECTED && status.ssid.bytes[0] == 'A', "which the status says");
}

static void test_clearing(void) {
    gangway_esp_clear_credentials();
    wifi(WIFI_EVENT, WIFI_EVENT_STA_DISCONNECTED, WIFI_REASON_ASSOC_LEAVE);
    gangway_status status;
    gangway_esp_status(&status);
    check(status.state == GANGWAY_NOT_CONFIGURED && count_values() == 1, "cleared: nothing is left");
    gangway_esp_stop_bluetooth();
    check(!chip.is_advertising, "off the air");
    on_air(BLE_GAP_EVENT_DISCONNECT, 1, 0);
    check(!chip.is_advertising, "and it stays off");
    gangway_esp_start_bluetooth();
    check(chip.is_advertising, "until it is told");
}

static void test_picked_access_point(void) {
    gangway_credentials picked = credentials_of("picked");
    picked.has_bssid = true;
    memcpy(picked.bssid, "\x02\x11\x22\x33\x44\x55", 6);
    picked.channel = 11;
    check(gangway_wifi_join(NULL, &picked) && chip.config.sta.bssid_set, "an access point that was picked is joined");
    check(memcmp(chip.config.sta.bssid, picked.bssid, 6) == 0 && chip.config.sta.channel == 11, "by its address");
    gangway_wifi_leave(NULL);
}

int main(void) {
    chip.writes_left = -1;
    test_store();
    test_reasons();
    test_list();
    test_join();
    test_wrong_passphrase();
    test_clearing();
    test_picked_access_point();
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}
