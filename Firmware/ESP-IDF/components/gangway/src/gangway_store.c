/*
 * Credentials in NVS. Two places hold them, and one byte says which is the network that worked and which is on trial. NVS
 * writes a value whole or not at all, so that each step is done or not done by the one write of that byte.
 */
#include <string.h>

#include "gangway_esp_parts.h"
#include "nvs.h"
#include "sdkconfig.h"

#if defined(CONFIG_GANGWAY_REQUIRE_ENCRYPTED_NVS) && !defined(CONFIG_NVS_ENCRYPTION)
#error "Passphrases would lie in flash as they are: set CONFIG_NVS_ENCRYPTION, or unset CONFIG_GANGWAY_REQUIRE_ENCRYPTED_NVS"
#endif

#define SPACE "gangway"
#define ROLES "roles"

/* The byte: the place (1 or 2, 0: none) of the committed ones, and, times four, of the staged ones. */
enum { NONE = 0, VERSION = 1 };

/* What lies in a place. */
typedef struct {
    uint8_t version;
    uint8_t is_hidden;
    uint16_t security;
    uint8_t ssid_length;
    uint8_t passphrase_length;
    uint8_t has_address;
    uint8_t has_bssid;
    uint8_t bssid[6];
    uint8_t channel;
    uint8_t band;
    uint8_t ssid[32];
    uint8_t passphrase[64];
    char topic[201];
    char id[37];
} record;

static struct {
    uint8_t committed, staged;
    /* Volatile credentials, kept in memory alone: they hide what lies in NVS until the restart. */
    gangway_credentials volatile_ones[2];
    gangway_control_address volatile_addresses[2];
    bool has_volatile[2], has_volatile_address[2];
} own;

static const char *key(uint8_t place) { return place == 1 ? "one" : "two"; }

static bool read_record(nvs_handle_t handle, uint8_t place, record *result) {
    size_t length = sizeof *result;
    if (place == NONE || nvs_get_blob(handle, key(place), result, &length) != ESP_OK) return false;
    return length == sizeof *result && result->version == VERSION && result->ssid_length <= sizeof result->ssid &&
        result->passphrase_length <= sizeof result->passphrase && result->topic[sizeof result->topic - 1] == 0 &&
        result->id[sizeof result->id - 1] == 0;
}

static bool write_roles(nvs_handle_t handle, uint8_t committed, uint8_t staged) {
    if (nvs_set_u8(handle, ROLES, (uint8_t)(committed | staged << 2)) != ESP_OK) return false;
    if (nvs_commit(handle) != ESP_OK) return false;
    own.committed = committed;
    own.staged = staged;
    return true;
}

/* Erases what no role names: a passphrase that is done with is not kept. */
static void tidy(nvs_handle_t handle) {
    for (uint8_t place = 1; place <= 2; place++) {
        if (place != own.committed && place != own.staged) (void)nvs_erase_key(handle, key(place));
    }
    (void)nvs_commit(handle);
}

static void drop_volatile(gangway_slot slot) {
    gangway_erase(&own.volatile_ones[slot], sizeof own.volatile_ones[slot]);
    own.has_volatile[slot] = false;
    own.has_volatile_address[slot] = false;
}

/* Does `work` with the store open. */
static bool with_store(bool (*work)(nvs_handle_t handle)) {
    nvs_handle_t handle;
    if (nvs_open(SPACE, NVS_READWRITE, &handle) != ESP_OK) return false;
    bool is_done = work(handle);
    nvs_close(handle);
    return is_done;
}

static bool read_roles(nvs_handle_t handle) {
    uint8_t roles = 0;
    esp_err_t error = nvs_get_u8(handle, ROLES, &roles);
    if (error != ESP_OK && error != ESP_ERR_NVS_NOT_FOUND) return false;
    own.committed = roles & 3;
    own.staged = (uint8_t)(roles >> 2 & 3);
    if (own.committed == 3 || own.staged == 3 || (own.committed != NONE && own.committed == own.staged)) {
        own.committed = own.staged = NONE;
    }
    tidy(handle);
    return true;
}

bool gangway_store_open(void *context) {
    (void)context;
    return with_store(read_roles);
}

static bool read_place(uint8_t place, record *result) {
    nvs_handle_t handle;
    if (place == NONE || nvs_open(SPACE, NVS_READONLY, &handle) != ESP_OK) return false;
    bool is_there = read_record(handle, place, result);
    nvs_close(handle);
    return is_there;
}

bool gangway_store_load(void *context, gangway_slot slot, gangway_credentials *credentials) {
    (void)context;
    if (own.has_volatile[slot]) {
        *credentials = own.volatile_ones[slot];
        return true;
    }
    record found;
    bool is_there = read_place(slot == GANGWAY_COMMITTED ? own.committed : own.staged, &found);
    if (is_there) {
        memset(credentials, 0, sizeof *credentials);
        (void)gangway_ssid_set(&credentials->ssid, found.ssid, found.ssid_length);
        memcpy(credentials->passphrase, found.passphrase, found.passphrase_length);
        credentials->passphrase_length = found.passphrase_length;
        credentials->security = found.security;
        credentials->is_hidden = found.is_hidden != 0;
        credentials->has_bssid = found.has_bssid != 0;
        memcpy(credentials->bssid, found.bssid, sizeof found.bssid);
        credentials->channel = found.channel;
        credentials->band = found.band;
    }
    gangway_erase(&found, sizeof found);
    return is_there;
}

bool gangway_store_control_address(void *context, gangway_control_address *address) {
    (void)context;
    if (own.has_volatile[GANGWAY_COMMITTED]) {
        *address = own.volatile_addresses[GANGWAY_COMMITTED];
        return own.has_volatile_address[GANGWAY_COMMITTED];
    }
    record found;
    bool is_there = read_place(own.committed, &found) && found.has_address != 0;
    if (is_there) {
        memcpy(address->topic, found.topic, sizeof address->topic);
        memcpy(address->id, found.id, sizeof address->id);
    }
    gangway_erase(&found, sizeof found);
    return is_there;
}

static void fill(
    record *next, const gangway_credentials *credentials, const gangway_control_address *address) {
    memset(next, 0, sizeof *next);
    next->version = VERSION;
    next->is_hidden = credentials->is_hidden ? 1 : 0;
    next->security = credentials->security;
    next->ssid_length = credentials->ssid.length;
    next->passphrase_length = credentials->passphrase_length;
    next->has_bssid = credentials->has_bssid ? 1 : 0;
    memcpy(next->bssid, credentials->bssid, sizeof next->bssid);
    next->channel = credentials->channel;
    next->band = credentials->band;
    memcpy(next->ssid, credentials->ssid.bytes, sizeof next->ssid);
    memcpy(next->passphrase, credentials->passphrase, credentials->passphrase_length);
    if (address == NULL) return;
    next->has_address = 1;
    memcpy(next->topic, address->topic, sizeof next->topic);
    memcpy(next->id, address->id, sizeof next->id);
}

static bool drop_staged(nvs_handle_t handle) {
    if (own.staged != NONE && !write_roles(handle, own.committed, NONE)) return false;
    tidy(handle);
    return true;
}

static bool write_staged(const record *next) {
    nvs_handle_t handle;
    uint8_t place = own.committed == 1 ? 2 : 1;
    if (nvs_open(SPACE, NVS_READWRITE, &handle) != ESP_OK) return false;
    bool is_done = nvs_set_blob(handle, key(place), next, sizeof *next) == ESP_OK && nvs_commit(handle) == ESP_OK;
    if (is_done && own.staged != place) is_done = write_roles(handle, own.committed, place);
    nvs_close(handle);
    return is_done;
}

bool gangway_store_stage(
    void *context, const gangway_credentials *credentials, const gangway_control_address *address) {
    gangway_control_address present;
    if (address == NULL && gangway_store_control_address(context, &present)) address = &present;
    if (credentials->is_volatile) {
        if (!with_store(drop_staged)) return false;
        own.volatile_ones[GANGWAY_STAGED] = *credentials;
        own.has_volatile[GANGWAY_STAGED] = true;
        own.has_volatile_address[GANGWAY_STAGED] = address != NULL;
        if (address != NULL) own.volatile_addresses[GANGWAY_STAGED] = *address;
        return true;
    }
    record next;
    fill(&next, credentials, address);
    bool is_done = write_staged(&next);
    gangway_erase(&next, sizeof next);
    if (is_done) drop_volatile(GANGWAY_STAGED);
    return is_done;
}

static bool commit(nvs_handle_t handle) {
    if (own.staged == NONE || !write_roles(handle, own.staged, NONE)) return false;
    tidy(handle);
    return true;
}

bool gangway_store_commit(void *context) {
    (void)context;
    if (own.has_volatile[GANGWAY_STAGED]) {
        own.volatile_ones[GANGWAY_COMMITTED] = own.volatile_ones[GANGWAY_STAGED];
        own.volatile_addresses[GANGWAY_COMMITTED] = own.volatile_addresses[GANGWAY_STAGED];
        own.has_volatile_address[GANGWAY_COMMITTED] = own.has_volatile_address[GANGWAY_STAGED];
        own.has_volatile[GANGWAY_COMMITTED] = true;
        drop_volatile(GANGWAY_STAGED);
        return true;
    }
    if (!with_store(commit)) return false;
    drop_volatile(GANGWAY_COMMITTED);
    return true;
}

bool gangway_store_roll_back(void *context) {
    (void)context;
    drop_volatile(GANGWAY_STAGED);
    return with_store(drop_staged);
}

static bool forget(nvs_handle_t handle) {
    if (!write_roles(handle, NONE, NONE)) return false;
    tidy(handle);
    return true;
}

bool gangway_store_forget(void *context) {
    (void)context;
    if (!with_store(forget)) return false;
    drop_volatile(GANGWAY_COMMITTED);
    drop_volatile(GANGWAY_STAGED);
    return true;
}
