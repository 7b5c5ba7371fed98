/*
 * What a device does as firmware sees it, through gangway_device.h alone: the same file tests the C and the Swift behind
 * it. `device_test transcript SEED EVENTS` writes down what comes of random events instead, so that both can be compared.
 */
#include <stdlib.h>
#include <string.h>

#include "board.h"

static unsigned passed, failed;
static gangway_instant now;

static void check(bool is_so, const char *claim) {
    if (is_so) {
        passed++;
    } else {
        failed++;
        printf("failed: %s\n", claim);
    }
}

static void begin(void) {
    memset(&fake, 0, sizeof fake);
    now = 1000;
    gangway_start(&fake_functions, &fake_callbacks, now);
}

static void put_point(const char *name, uint16_t security, int8_t signal) {
    gangway_access_point *point = &fake.points[fake.point_count++];
    memset(point, 0, sizeof *point);
    (void)gangway_ssid_set(&point->ssid, (const uint8_t *)name, strlen(name));
    point->security = security;
    point->signal = signal;
    point->channel = 6;
}

static void write_credentials(const char *name, const char *passphrase) {
    uint8_t message[128] = {0x10};
    size_t ssid = strlen(name), secret = strlen(passphrase);
    message[2] = (uint8_t)(2 + ssid + secret);
    message[4] = (uint8_t)ssid;
    memcpy(message + 5, name, ssid);
    message[5 + ssid] = (uint8_t)secret;
    memcpy(message + 6 + ssid, passphrase, secret);
    static uint8_t number;
    message[1] = number++;
    check(gangway_written(0, 3, 1, 0, message, 6 + ssid + secret, now) == 0, "credentials are taken");
}

static void wifi(gangway_state state, const gangway_ssid *ssid) {
    gangway_status status;
    memset(&status, 0, sizeof status);
    status.state = state;
    if (ssid != NULL) status.ssid = *ssid;
    status.reason = state == GANGWAY_FAILED ? GANGWAY_WRONG_PASSPHRASE : GANGWAY_REASON_UNSPECIFIED;
    status.address[0] = state == GANGWAY_CONNECTED ? 10 : 0;
    now += 100;
    gangway_wifi_changed(&status, now);
}

static void finish_scan(void) {
    fake.is_scanning = false;
    now += 1500;
    gangway_scan_finished(true, now);
    gangway_poll(now);
}

static bool is_named(const gangway_ssid *ssid, const char *name) {
    return ssid->length == strlen(name) && memcmp(ssid->bytes, name, ssid->length) == 0;
}

static void connect_client(void) {
    gangway_client_connected(1, now);
    gangway_subscribed(0, 4, 1, now);
}

static void set_up(const char *name) {
    write_credentials(name, "long enough");
    if (fake.is_scanning) finish_scan();
    wifi(GANGWAY_ASSOCIATING, &fake.joined);
    wifi(GANGWAY_CONNECTED, &fake.joined);
}

static void test_list(void) {
    begin();
    put_point("Barn", GANGWAY_WPA_PERSONAL, -50);
    put_point("Attic", GANGWAY_OPEN, -60);
    gangway_client_connected(1, now);
    check(fake.clients == 1, "a client that connects is told");
    gangway_subscribed(0, 2, 1, now);
    check(fake.types[0] == 1 && fake.is_scanning, "a subscription begins a list and a scan");
    fake.cannot_notify = true;
    finish_scan();
    check(fake.type_count == 1, "a list waits for room");
    fake.cannot_notify = false;
    check(gangway_deadline() == 0, "a list that waits is gone on with at once");
    gangway_poll(now);
    check(fake.type_count == 4 && fake.types[1] == 2 && fake.types[3] == 3, "a list is told to its end");
    check(fake.last[4] == 2, "its end counts its entries");
    gangway_client_left(1, now);
    check(fake.clients == 0, "a client that leaves is told");
}

static void test_set_up_and_restart(void) {
    begin();
    put_point("Barn", GANGWAY_WPA_PERSONAL, -50);
    connect_client();
    set_up("Barn");
    check(fake.received == 1 && fake.stored == 1 && fake.connected == 1, "received, stored and connected are told");
    check(fake.state.state == GANGWAY_CONNECTED && fake.state.address[0] == 10, "the state has the address");
    check(fake.has[GANGWAY_COMMITTED] && !fake.has[GANGWAY_STAGED], "what worked is committed");
    check(fake.last[0] == 0x21 && fake.last[4] == 3, "the client is told: connected");
    fake.joins = 0;
    gangway_start(&fake_functions, &fake_callbacks, now);
    check(fake.joins == 1 && is_named(&fake.joined, "Barn"), "after a restart it joins what is stored by itself");
    wifi(GANGWAY_CONNECTED, &fake.joined);
    gangway_status status;
    gangway_status_now(&status);
    check(status.state == GANGWAY_CONNECTED && status.is_provisioned, "and stands as connected");
}

static void test_wrong_passphrase(void) {
    begin();
    put_point("Barn", GANGWAY_WPA_PERSONAL, -50);
    put_point("Attic", GANGWAY_WPA_PERSONAL, -60);
    connect_client();
    set_up("Barn");
    fake.type_count = 0;
    write_credentials("Attic", "not the right one");
    if (fake.is_scanning) finish_scan();
    wifi(GANGWAY_ASSOCIATING, &fake.joined);
    wifi(GANGWAY_FAILED, &fake.joined);
    check(fake.failed == 1 && fake.reason == GANGWAY_WRONG_PASSPHRASE, "the failure is told with its reason");
    check(memchr(fake.types, 0xFF, fake.type_count) != NULL, "the client gets an error");
    check(is_named(&fake.joined, "Barn"), "the network that worked is taken up again");
    check(fake.has[GANGWAY_COMMITTED] && is_named(&fake.slots[GANGWAY_COMMITTED].ssid, "Barn"), "and is kept");
    wifi(GANGWAY_CONNECTED, &fake.joined);
    check(is_named(&fake.state.ssid, "Barn") && fake.state.state == GANGWAY_CONNECTED, "and is said to be joined");
}

static void test_power_cut(void) {
    begin();
    put_point("Barn", GANGWAY_WPA_PERSONAL, -50);
    connect_client();
    set_up("Barn");
    write_credentials("Attic", "long enough");
    fake.joins = 0;
    gangway_start(&fake_functions, &fake_callbacks, now);
    check(fake.joins == 1 && is_named(&fake.joined, "Attic"), "a join that a loss of power cut off is taken up again");
    wifi(GANGWAY_ASSOCIATING, &fake.joined);
    now += 40000;
    gangway_poll(now);
    check(fake.reason == GANGWAY_TIME_OUT && is_named(&fake.joined, "Barn"), "where it fails the old one is joined");
}

static void test_clearing(void) {
    begin();
    put_point("Barn", GANGWAY_WPA_PERSONAL, -50);
    connect_client();
    set_up("Barn");
    gangway_clear_credentials(now);
    check(fake.cleared == 1 && !fake.has[GANGWAY_COMMITTED], "cleared credentials are gone");
    check(fake.state.state == GANGWAY_NOT_CONFIGURED, "and the device says that it has none");
}

static void test_full_store(void) {
    begin();
    fake.is_full = true;
    connect_client();
    write_credentials("Barn", "long enough");
    check(fake.not_stored == 1 && fake.stored == 0, "a store that fails is told");
    check(fake.last[0] == 0x11 && fake.last[4] == 3, "and acknowledged as such");
}

static void test_not_found(void) {
    begin();
    connect_client();
    write_credentials("Nowhere", "long enough");
    finish_scan();
    check(fake.reason == GANGWAY_NETWORK_NOT_FOUND && fake.joins == 0, "what no scan finds is not found at once");
}

static void test_bluetooth(void) {
    begin();
    check(fake.is_advertising, "it begins on the air");
    gangway_stop_bluetooth();
    gangway_stop_bluetooth();
    check(!fake.is_advertising, "off the air");
    gangway_start_bluetooth();
    check(fake.is_advertising, "and on it again");
    uint8_t value[512];
    check(gangway_read(0, 4, value) == 11 && value[0] == 0x21, "the status can be read before one was sent");
    check(gangway_read(0, 3, value) == -1, "credentials cannot be read");
    check(gangway_written(0, 2, 1, 0, value, 4, now) == 3, "the list cannot be written");
    check(gangway_service_count() >= 1 && gangway_characteristic_count(0) == 3, "a service has three characteristics");
    gangway_characteristic characteristic;
    gangway_characteristic_at(0, 1, &characteristic);
    check(characteristic.number == 3 && characteristic.properties == GANGWAY_WRITE, "one of them is written");
    check(characteristic.uuid[0] == 0x4F && characteristic.uuid[3] == 3, "under its UUID");
}

/* Writes to the one characteristic of a service that takes writes; false where the device has no such service. */
static bool write_to(uint8_t service, const void *bytes, size_t count) {
    gangway_characteristic found;
    for (uint8_t place = 0; place < gangway_characteristic_count(service); place++) {
        gangway_characteristic_at(service, place, &found);
        if ((found.properties & GANGWAY_WRITE) == 0) continue;
        check(gangway_written(service, found.number, 1, 0, bytes, count, now) == 0, "what is written is taken");
        return true;
    }
    return false;
}

/* Of protocols that carry it, which the C does not serve: an access point that was picked. */
static void test_picked_access_point(void) {
    static const uint8_t configuration[] = {0x08, 0x04, 0x5A, 0x21, 0x0A, 0x12, 0x0A, 0x04, 'B',  'a', 'r', 'n', 0x12,
                                            0x06, 0x02, 0x11, 0x22, 0x33, 0x44, 0x55, 0x18, 0x02, 0x20, 0x24, 0x12,
                                            0x0B, 'l',  'o',  'n',  'g',  ' ',  'e',  'n',  'o',  'u',  'g',  'h'};
    begin();
    put_point("Barn", GANGWAY_WPA_PERSONAL, -50);
    gangway_client_connected(1, now);
    if (!write_to(1, configuration, sizeof configuration)) return;
    if (fake.is_scanning) finish_scan();
    check(fake.joins == 1 && is_named(&fake.joined, "Barn"), "it is joined");
    check(fake.tried.has_bssid && memcmp(fake.tried.bssid, configuration + 14, 6) == 0, "with its address");
    check(fake.tried.channel == 36 && fake.tried.band == GANGWAY_BAND_5_GHZ, "its channel and its band");
    fake.joins = 0;
    gangway_start(&fake_functions, &fake_callbacks, now);
    check(fake.joins == 1 && fake.tried.has_bssid && fake.tried.bssid[5] == 0x55, "after a restart too");
}

/* Likewise: where the device is steered. */
static void test_steered(void) {
    static const char credentials[] = "{\"topic\":\"home/lamp\",\"ssid\":\"Barn\",\"pass\":\"long enough\","
                                      "\"id\":\"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913\"}";
    begin();
    put_point("Barn", GANGWAY_WPA_PERSONAL, -50);
    gangway_client_connected(1, now);
    if (!write_to(2, credentials, sizeof credentials - 1)) return;
    if (fake.is_scanning) finish_scan();
    check(fake.steered == 0, "where it is steered is not told before the credentials have worked");
    wifi(GANGWAY_ASSOCIATING, &fake.joined);
    wifi(GANGWAY_CONNECTED, &fake.joined);
    check(fake.steered == 1 && strcmp(fake.place.topic, "home/lamp") == 0, "then it is told");
    check(strcmp(fake.place.id, "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913") == 0, "with its id");
    gangway_start(&fake_functions, &fake_callbacks, now);
    check(fake.steered == 2, "and again after a restart");
}

/* ---- Random events ---- */

static uint64_t chance_state;

static uint32_t chance(uint32_t below) {
    chance_state = chance_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(chance_state >> 33) % below;
}

static void random_write(void) {
    static const char *names[] = {"Barn", "Attic", "Hall"}, *secrets[] = {"long enough", "", "12345", "0123456789"};
    uint8_t message[160] = {0x10};
    const char *name = names[chance(3)], *secret = secrets[chance(4)];
    size_t count = 6 + strlen(name) + strlen(secret);
    message[1] = (uint8_t)chance(256);
    message[2] = (uint8_t)(count - 4);
    message[4] = (uint8_t)strlen(name);
    memcpy(message + 5, name, strlen(name));
    message[5 + strlen(name)] = (uint8_t)strlen(secret);
    memcpy(message + 6 + strlen(name), secret, strlen(secret));
    if (chance(4) == 0) message[chance((uint32_t)count)] = (uint8_t)chance(256);
    if (chance(6) == 0) count = chance(160);
    size_t cut = chance(3) == 0 ? chance((uint32_t)count + 1) : count;
    uint32_t client = 1 + chance(2);
    uint8_t answer = gangway_written(0, 3, client, 0, message, cut, now);
    if (fake.log != NULL) fprintf(fake.log, "answer %u\n", answer);
    if (cut == count) return;
    answer = gangway_written(0, 3, client, (uint16_t)cut, message + cut, count - cut, now);
    if (fake.log != NULL) fprintf(fake.log, "answer %u\n", answer);
}

static void random_wifi(void) {
    gangway_status status;
    memset(&status, 0, sizeof status);
    status.state = (gangway_state)chance(7);
    status.ssid = fake.joined;
    if (chance(6) == 0) (void)gangway_ssid_set(&status.ssid, (const uint8_t *)"Other", 5);
    if (status.state == GANGWAY_FAILED) status.reason = (gangway_reason)chance(10);
    if (status.state == GANGWAY_CONNECTED) status.address[3] = (uint8_t)chance(2);
    status.has_signal = chance(2) == 0;
    status.signal = status.has_signal ? (int8_t)-(int)chance(90) : 0;
    gangway_wifi_changed(&status, now);
}

static void random_points(void) {
    static const char *names[] = {"Barn", "Attic", "Hall", "", "Pub"};
    fake.point_count = 0;
    for (uint32_t count = chance(6); count > 0; count--) {
        const char *name = names[chance(5)];
        uint16_t security = (uint16_t)chance(6);
        put_point(name, security, (int8_t)-(int)chance(90));
    }
}

static void random_event(void) {
    uint8_t value[512];
    uint32_t client = 1 + chance(2); /* each by itself: C leaves open in which order arguments are worked out */
    now += chance(8) == 0 ? chance(15000) : chance(300);
    fake.is_full = chance(12) == 0;
    fake.cannot_join = chance(12) == 0;
    fake.cannot_scan = chance(12) == 0;
    fake.cannot_notify = chance(5) == 0;
    switch (chance(12)) {
    case 0: gangway_client_connected(client, now); break;
    case 1: gangway_client_left(client, now); break;
    case 2: gangway_subscribed(0, (uint8_t)(2 + chance(3)), client, now); break;
    case 3:
    case 4: random_write(); break;
    case 5: random_wifi(); break;
    case 6:
        if (fake.is_scanning) {
            random_points();
            fake.is_scanning = false;
            gangway_scan_finished(chance(5) > 0, now);
        }
        break;
    case 7: {
        int count = gangway_read(0, (uint8_t)(1 + chance(4)), value);
        if (fake.log != NULL) fprintf(fake.log, "read %d\n", count);
        break;
    }
    case 8:
        if (chance(20) == 0) gangway_clear_credentials(now);
        if (chance(20) == 0) gangway_wifi_lost(now);
        gangway_wifi_available(now);
        break;
    case 9:
        if (chance(30) == 0) gangway_start(&fake_functions, &fake_callbacks, now);
        break;
    default: gangway_poll(now); break;
    }
}

static int transcript(uint64_t seed, unsigned long events) {
    begin();
    chance_state = seed;
    fake.log = stdout;
    for (unsigned long index = 0; index < events; index++) {
        bool had_one = fake.has[GANGWAY_COMMITTED];
        unsigned cleared = fake.cleared;
        printf("event %lu\n", index);
        random_event();
        if (had_one && !fake.has[GANGWAY_COMMITTED] && fake.cleared == cleared) {
            printf("lost the network that worked\n");
            return 1;
        }
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count == 4 && strcmp(arguments[1], "transcript") == 0) {
        return transcript(strtoull(arguments[2], NULL, 10), strtoul(arguments[3], NULL, 10));
    }
    test_list();
    test_set_up_and_restart();
    test_wrong_passphrase();
    test_power_cut();
    test_clearing();
    test_full_store();
    test_not_found();
    test_bluetooth();
    test_picked_access_point();
    test_steered();
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}
