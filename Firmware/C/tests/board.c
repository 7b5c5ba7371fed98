#include "board.h"

#include <string.h>

fake_board fake;

static void log_bytes(const char *what, const uint8_t *bytes, size_t count) {
    if (fake.log == NULL) return;
    fprintf(fake.log, "%s", what);
    for (size_t index = 0; index < count; index++) fprintf(fake.log, " %02X", bytes[index]);
    fprintf(fake.log, "\n");
}

static void log_line(const char *what, unsigned number) {
    if (fake.log != NULL) fprintf(fake.log, "%s %u\n", what, number);
}

static bool can_notify(void *context) {
    (void)context;
    return !fake.cannot_notify;
}

static void start_advertising(void *context) {
    (void)context;
    fake.is_advertising = true;
    log_line("advertise", 1);
}

static void stop_advertising(void *context) {
    (void)context;
    fake.is_advertising = false;
    log_line("advertise", 0);
}

/* Data of services that only one implementation serves is no part of the comparison. */
static void advertise(void *context, uint8_t service, const uint8_t *data, size_t count) {
    (void)context;
    if (service == 0) log_bytes("data", data, count);
}

static void notify(void *context, uint8_t service, uint8_t characteristic, const uint8_t *value, size_t count) {
    (void)context;
    if (service != 0) return;
    if (fake.type_count < sizeof fake.types) fake.types[fake.type_count++] = value[0];
    memcpy(fake.last, value, count);
    fake.last_count = count;
    log_line("notify", characteristic);
    log_bytes("  value", value, count);
}

static bool start_scan(void *context, const gangway_scan_options *options) {
    (void)context;
    fake.scans++;
    log_line("scan", options->band);
    if (!fake.cannot_scan) fake.is_scanning = true;
    return !fake.cannot_scan;
}

static void stop_scan(void *context) {
    (void)context;
    log_line("stop scan", 0);
}

static uint16_t access_point_count(void *context) {
    (void)context;
    return fake.point_count;
}

static void access_point(void *context, uint16_t index, gangway_access_point *point) {
    (void)context;
    *point = fake.points[index];
}

static bool join(void *context, const gangway_credentials *credentials) {
    (void)context;
    fake.joins++;
    fake.joined = credentials->ssid;
    fake.tried = *credentials;
    log_bytes("join", credentials->ssid.bytes, credentials->ssid.length);
    log_bytes("  passphrase", credentials->passphrase, credentials->passphrase_length);
    log_line("  security", credentials->security);
    log_line("  hidden", credentials->is_hidden);
    return !fake.cannot_join;
}

static void leave(void *context) {
    (void)context;
    log_line("leave", 0);
}

static bool open_store(void *context) {
    (void)context;
    return true;
}

static bool load(void *context, gangway_slot slot, gangway_credentials *credentials) {
    (void)context;
    if (!fake.has[slot]) return false;
    *credentials = fake.slots[slot];
    return true;
}

static bool stage(
    void *context, const gangway_credentials *credentials, const gangway_control_address *address) {
    (void)context;
    log_bytes("stage", credentials->ssid.bytes, credentials->ssid.length);
    if (fake.is_full) return false;
    fake.slots[GANGWAY_STAGED] = *credentials;
    fake.has[GANGWAY_STAGED] = true;
    fake.has_address[GANGWAY_STAGED] = address != NULL || fake.has_address[GANGWAY_COMMITTED];
    fake.addresses[GANGWAY_STAGED] = address != NULL ? *address : fake.addresses[GANGWAY_COMMITTED];
    return true;
}

static bool commit(void *context) {
    (void)context;
    log_line("commit", fake.has[GANGWAY_STAGED]);
    if (fake.is_full || !fake.has[GANGWAY_STAGED]) return false;
    fake.slots[GANGWAY_COMMITTED] = fake.slots[GANGWAY_STAGED];
    fake.has[GANGWAY_COMMITTED] = true;
    fake.has_address[GANGWAY_COMMITTED] = fake.has_address[GANGWAY_STAGED];
    fake.addresses[GANGWAY_COMMITTED] = fake.addresses[GANGWAY_STAGED];
    fake.has[GANGWAY_STAGED] = false;
    return true;
}

static bool roll_back(void *context) {
    (void)context;
    log_line("roll back", 0);
    fake.has[GANGWAY_STAGED] = false;
    return true;
}

static bool forget(void *context) {
    (void)context;
    log_line("forget", 0);
    if (fake.is_full) return false;
    fake.has[GANGWAY_COMMITTED] = fake.has[GANGWAY_STAGED] = fake.has_address[GANGWAY_COMMITTED] = false;
    return true;
}

static bool control_address(void *context, gangway_control_address *address) {
    (void)context;
    *address = fake.addresses[GANGWAY_COMMITTED];
    return fake.has_address[GANGWAY_COMMITTED];
}

const gangway_board fake_functions = {
    .can_notify = can_notify,
    .start_advertising = start_advertising,
    .stop_advertising = stop_advertising,
    .advertise = advertise,
    .notify = notify,
    .start_scan = start_scan,
    .stop_scan = stop_scan,
    .access_point_count = access_point_count,
    .access_point = access_point,
    .join = join,
    .leave = leave,
    .open_store = open_store,
    .load = load,
    .stage = stage,
    .commit = commit,
    .roll_back = roll_back,
    .forget = forget,
    .control_address = control_address};

static void client_connected(void *context, uint32_t client) {
    (void)context;
    fake.clients++;
    log_line("client", client);
}

static void client_left(void *context, uint32_t client) {
    (void)context;
    fake.clients--;
    log_line("client left", client);
}

static void credentials_received(void *context, const gangway_ssid *ssid) {
    (void)context;
    fake.received++;
    log_bytes("received", ssid->bytes, ssid->length);
}

static void credentials_stored(void *context, const gangway_ssid *ssid) {
    (void)context;
    fake.stored++;
    log_bytes("stored", ssid->bytes, ssid->length);
}

static void storing_failed(void *context, const gangway_ssid *ssid) {
    (void)context;
    fake.not_stored++;
    log_bytes("not stored", ssid->bytes, ssid->length);
}

static void state_changed(void *context, const gangway_status *status) {
    (void)context;
    fake.state = *status;
    log_line("state", (unsigned)status->state);
    log_bytes("  of", status->ssid.bytes, status->ssid.length);
}

static void wifi_connected(void *context, const gangway_ssid *ssid, const uint8_t address[4]) {
    (void)context;
    fake.connected++;
    log_bytes("connected", ssid->bytes, ssid->length);
    log_bytes("  at", address, 4);
}

static void connection_failed(void *context, const gangway_ssid *ssid, gangway_reason reason) {
    (void)context;
    fake.failed++;
    fake.reason = reason;
    log_bytes("failed", ssid->bytes, ssid->length);
    log_line("  because", (unsigned)reason);
}

static void credentials_cleared(void *context) {
    (void)context;
    fake.cleared++;
    log_line("cleared", 0);
}

static void steered(void *context, const gangway_control_address *address) {
    (void)context;
    fake.steered++;
    fake.place = *address;
    log_bytes("steered", (const uint8_t *)address->topic, strlen(address->topic));
}

const gangway_callbacks fake_callbacks = {
    .client_connected = client_connected,
    .client_left = client_left,
    .credentials_received = credentials_received,
    .credentials_stored = credentials_stored,
    .storing_failed = storing_failed,
    .state_changed = state_changed,
    .wifi_connected = wifi_connected,
    .connection_failed = connection_failed,
    .credentials_cleared = credentials_cleared,
    .steered = steered};
