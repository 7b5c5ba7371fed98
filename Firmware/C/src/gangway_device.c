#include "gangway_device.h"

#include <string.h>

#include "gangway_join.h"
#include "wifiset_device.h"

/* For so long the networks that a scan found are taken to be there still, in milliseconds. */
enum { FRESHNESS = 30000, SERVICE = 0 };

static struct {
    const gangway_board *board;
    gangway_callbacks callbacks;
    wifiset_device device;
    gangway_join join;
    gangway_outbox outbox;
    gangway_status told;         /* what state_changed told last */
    gangway_instant found_until; /* until when what was found is taken to be there still */
    uint16_t cursor;             /* the next access point of the list, where is_listing */
    bool is_listing;
    bool is_listed; /* the list is wanted still */
    bool is_scanning;
    bool must_scan_again;
    bool is_searching;
    bool is_on_staged; /* the Wi-Fi was told to join the staged network, and nothing else since */
    bool is_advertising;
} own;

#define TELL(callback, ...) \
    do { \
        if (own.callbacks.callback != NULL) own.callbacks.callback(own.callbacks.context, __VA_ARGS__); \
    } while (0)

static void apply(gangway_step step, gangway_instant now);
static void start_scan(gangway_instant now);

/* ---- What the protocol wants ---- */

static void drain(void) {
    for (uint8_t index = 0; index < own.outbox.count; index++) {
        size_t count;
        uint8_t characteristic;
        const uint8_t *message = gangway_outbox_message(&own.outbox, index, &count, &characteristic);
        own.board->notify(own.board->context, SERVICE, characteristic, message, count);
    }
    gangway_outbox_clear(&own.outbox);
}

static void take_credentials(gangway_instant now) {
    gangway_credentials credentials;
    if (!wifiset_take_credentials(&own.device, &credentials)) return;
    TELL(credentials_received, &credentials.ssid);
    gangway_step step = gangway_join_requested(&own.join, &credentials);
    gangway_erase(&credentials, sizeof credentials);
    apply(step, now);
}

/* Sends what is to be sent, then does what is asked for; the ATT error to answer with. */
static uint8_t perform_action(wifiset_action action, gangway_instant now) {
    drain();
    switch (action) {
    case WIFISET_NOTHING: break;
    case WIFISET_SCAN:
        own.is_listed = false; /* a list that is being told was begun for somebody who left */
        start_scan(now);
        break;
    case WIFISET_JOIN: take_credentials(now); break;
    case WIFISET_REFUSE_WRITE_NOT_PERMITTED:
    case WIFISET_REFUSE_INVALID_OFFSET: return (uint8_t)(action & 0xFF);
    }
    return 0;
}

/* ---- Scans ---- */

static void end_search(bool is_complete, gangway_instant now) {
    if (!own.is_searching) return;
    own.is_searching = false;
    uint16_t count = own.board->access_point_count(own.board->context);
    for (uint16_t index = 0; index < count; index++) {
        gangway_access_point point;
        own.board->access_point(own.board->context, index, &point);
        gangway_join_saw(&own.join, &point);
    }
    apply(gangway_join_scan_ended(&own.join, is_complete, now), now);
}

static void begin_scan(gangway_instant now) {
    static const gangway_scan_options plain = {0, false, 0, 0};
    own.found_until = 0;
    own.is_scanning = true;
    if (!own.board->start_scan(own.board->context, &plain)) gangway_scan_finished(false, now);
}

static void start_scan(gangway_instant now) {
    if (own.is_scanning) return;
    if (own.is_listing) {
        own.must_scan_again = true;
    } else {
        begin_scan(now);
    }
}

static void scan_again(gangway_instant now) {
    if (own.is_scanning || own.is_listing || !own.must_scan_again) return;
    own.must_scan_again = false;
    begin_scan(now);
}

static bool is_found(const gangway_ssid *ssid) {
    uint16_t count = own.board->access_point_count(own.board->context);
    for (uint16_t index = 0; index < count; index++) {
        gangway_access_point point;
        own.board->access_point(own.board->context, index, &point);
        if (gangway_ssid_equal(&point.ssid, ssid)) return true;
    }
    return false;
}

/* Looks for the network that is to be joined: among those just seen, otherwise with a scan. */
static void search(gangway_instant now) {
    own.is_searching = true;
    if (now < own.found_until && is_found(&own.join.status.ssid)) {
        end_search(true, now);
    } else {
        start_scan(now);
    }
}

void gangway_scan_finished(bool is_complete, gangway_instant now) {
    if (!own.is_scanning) return;
    own.is_scanning = false;
    if (is_complete) own.found_until = gangway_after(now, FRESHNESS);
    if (wifiset_wants_networks(&own.device)) {
        own.is_listed = true;
        if (!is_complete) {
            wifiset_scan_failed(&own.device, &own.outbox);
            drain();
        }
        own.is_listing = true;
        own.cursor = 0;
    }
    end_search(is_complete, now);
    scan_again(now);
}

/* Tells the next access point of the list; false where there is none to tell. */
static bool tell_next_point(gangway_instant now) {
    if (!own.is_listing) return false;
    if (own.is_listed && own.cursor < own.board->access_point_count(own.board->context)) {
        gangway_access_point point;
        own.board->access_point(own.board->context, own.cursor, &point);
        own.cursor++;
        wifiset_found(&own.device, &point, &own.outbox);
        drain();
        return true;
    }
    own.is_listing = false;
    if (own.is_listed) {
        own.is_listed = false;
        (void)perform_action(wifiset_scan_ended(&own.device, &own.outbox), now);
    }
    scan_again(now);
    return true;
}

/* ---- What the coordinator wants ---- */

static void tell_callbacks(const gangway_step *step) {
    const gangway_status *status = &own.join.status;
    switch (step->report) {
    case GANGWAY_TELL_NOTHING:
    case GANGWAY_TELL_STATUS:
    case GANGWAY_TELL_NOT_CLEARED: break;
    case GANGWAY_TELL_STORED: TELL(credentials_stored, &step->ssid); break;
    case GANGWAY_TELL_NOT_STORED: TELL(storing_failed, &step->ssid); return;
    case GANGWAY_TELL_FAILED: TELL(connection_failed, &status->ssid, step->reason); break;
    case GANGWAY_TELL_CLEARED:
        if (own.callbacks.credentials_cleared != NULL) own.callbacks.credentials_cleared(own.callbacks.context);
        break;
    }
    if (gangway_state_equal(status, &own.told) && gangway_ssid_equal(&status->ssid, &own.told.ssid)) return;
    own.told = *status;
    TELL(state_changed, status);
    if (status->state == GANGWAY_CONNECTED) TELL(wifi_connected, &status->ssid, status->address);
}

static void tell(const gangway_step *step, gangway_instant now) {
    if (step->report == GANGWAY_TELL_NOTHING) return;
    tell_callbacks(step);
    wifiset_report(&own.device, step, &own.join.status, now, &own.outbox);
    drain();
}

static gangway_step read_store(gangway_instant now) {
    const gangway_board *board = own.board;
    gangway_credentials credentials;
    gangway_ssid committed, staged;
    if (!board->open_store(board->context)) return gangway_join_station_failed(&own.join, now);
    (void)gangway_ssid_set(&committed, NULL, 0);
    (void)gangway_ssid_set(&staged, NULL, 0);
    if (board->load(board->context, GANGWAY_COMMITTED, &credentials)) committed = credentials.ssid;
    if (board->load(board->context, GANGWAY_STAGED, &credentials)) staged = credentials.ssid;
    gangway_erase(&credentials, sizeof credentials);
    return gangway_join_store_read(&own.join, &committed, &staged, now);
}

static gangway_step begin_join(gangway_slot slot, gangway_instant now) {
    gangway_credentials credentials;
    bool has_begun = own.board->load(own.board->context, slot, &credentials) &&
        own.board->join(own.board->context, &credentials);
    gangway_erase(&credentials, sizeof credentials);
    own.is_on_staged = slot == GANGWAY_STAGED;
    return has_begun ? gangway_join_begun(&own.join, now) : gangway_join_station_failed(&own.join, now);
}

static gangway_step stage(gangway_instant now) {
    bool is_staged = own.join.has_credentials && own.board->stage(own.board->context, &own.join.credentials, NULL);
    return is_staged ? gangway_join_staged(&own.join, now) : gangway_join_staging_failed(&own.join, now);
}

static gangway_step commit(gangway_instant now) {
    if (!own.board->commit(own.board->context)) return gangway_join_station_failed(&own.join, now);
    own.is_on_staged = false;
    return gangway_join_committed(&own.join, now);
}

static gangway_step roll_back(gangway_instant now) {
    (void)own.board->roll_back(own.board->context);
    if (own.is_on_staged) own.board->leave(own.board->context);
    own.is_on_staged = false;
    return gangway_join_rolled_back(&own.join, now);
}

static gangway_step forget(gangway_instant now) {
    if (!own.board->forget(own.board->context)) return gangway_join_station_failed(&own.join, now);
    own.is_on_staged = false;
    own.board->leave(own.board->context);
    return gangway_join_forgotten(&own.join, now);
}

/* Does and tells what an event came to, and what comes of that. */
static void apply(gangway_step step, gangway_instant now) {
    for (;;) {
        tell(&step, now);
        switch (step.action) {
        case GANGWAY_DO_NOTHING: return;
        case GANGWAY_SCAN: search(now); return;
        case GANGWAY_READ_STORE: step = read_store(now); break;
        case GANGWAY_STAGE: step = stage(now); break;
        case GANGWAY_JOIN_STAGED: step = begin_join(GANGWAY_STAGED, now); break;
        case GANGWAY_JOIN_COMMITTED: step = begin_join(GANGWAY_COMMITTED, now); break;
        case GANGWAY_COMMIT: step = commit(now); break;
        case GANGWAY_ROLL_BACK: step = roll_back(now); break;
        case GANGWAY_FORGET: step = forget(now); break;
        }
    }
}

/* ---- The interface ---- */

/* The service and its characteristics differ in the fourth byte. */
static void write_uuid(uint8_t number, uint8_t uuid[16]) {
    static const uint8_t base[16] = {
        0x4F, 0xAF, 0xC2, 0x00, 0x1F, 0xB5, 0x45, 0x9E, 0x8F, 0xCC, 0xC5, 0xC9, 0xC3, 0x31, 0x91, 0x4B};
    memcpy(uuid, base, sizeof base);
    uuid[3] = number;
}

uint8_t gangway_service_count(void) { return 1; }

void gangway_service_uuid(uint8_t service, uint8_t uuid[16]) {
    if (service == 0) write_uuid(1, uuid);
}

uint8_t gangway_characteristic_count(uint8_t service) {
    return service == 0 ? 3 : 0;
}

void gangway_characteristic_at(uint8_t service, uint8_t place, gangway_characteristic *characteristic) {
    if (place >= gangway_characteristic_count(service)) return;
    characteristic->number = (uint8_t)(place + WIFISET_LIST);
    characteristic->properties = place == 1 ? GANGWAY_WRITE : GANGWAY_READ | GANGWAY_NOTIFY;
    write_uuid(characteristic->number, characteristic->uuid);
}

void gangway_start(const gangway_board *board, const gangway_callbacks *callbacks, gangway_instant now) {
    memset(&own, 0, sizeof own);
    own.board = board;
    if (callbacks != NULL) own.callbacks = *callbacks;
    wifiset_init(&own.device);
    gangway_join_init(&own.join);
    gangway_start_bluetooth();
    apply(gangway_join_start(&own.join), now);
}

void gangway_poll(gangway_instant now) {
    if (own.board == NULL) return;
    if (gangway_join_deadline(&own.join) <= now) apply(gangway_join_tick(&own.join, now), now);
    if (wifiset_deadline(&own.device) <= now) {
        wifiset_tick(&own.device, now, &own.join.status, &own.outbox);
        drain();
    }
    while (own.board->can_notify(own.board->context) && tell_next_point(now)) {}
}

gangway_instant gangway_deadline(void) {
    if (own.board == NULL) return GANGWAY_NEVER;
    if (own.is_listing && own.board->can_notify(own.board->context)) return 0;
    gangway_instant join = gangway_join_deadline(&own.join), device = wifiset_deadline(&own.device);
    return join < device ? join : device;
}

void gangway_clear_credentials(gangway_instant now) { apply(gangway_join_forget(&own.join), now); }

void gangway_status_now(gangway_status *status) { *status = own.join.status; }

void gangway_start_bluetooth(void) {
    if (own.is_advertising || own.board == NULL) return;
    own.is_advertising = true;
    own.board->start_advertising(own.board->context);
}

void gangway_stop_bluetooth(void) {
    if (!own.is_advertising) return;
    own.is_advertising = false;
    own.board->stop_advertising(own.board->context);
}

void gangway_client_connected(uint32_t client, gangway_instant now) {
    TELL(client_connected, client);
    wifiset_connected(&own.device, client, now);
}

void gangway_client_left(uint32_t client, gangway_instant now) {
    TELL(client_left, client);
    wifiset_disconnected(&own.device, client, now);
}

void gangway_subscribed(uint8_t service, uint8_t characteristic, uint32_t client, gangway_instant now) {
    if (service != SERVICE) return;
    (void)perform_action(wifiset_subscribed(&own.device, characteristic, client, now, &own.outbox), now);
}

uint8_t gangway_written(
    uint8_t service, uint8_t characteristic, uint32_t client, uint16_t offset, const uint8_t *bytes, size_t count,
    gangway_instant now) {
    if (service != SERVICE) return 0x0A; /* no such attribute */
    wifiset_action action = wifiset_written(
        &own.device, bytes, count, offset, characteristic, client, now, &own.join.status, &own.outbox);
    return perform_action(action, now);
}

int gangway_read(uint8_t service, uint8_t characteristic, uint8_t *target) {
    if (service != SERVICE) return -1;
    return wifiset_read(&own.device, characteristic, &own.join.status, target, 512);
}

void gangway_wifi_changed(const gangway_status *status, gangway_instant now) {
    apply(gangway_join_station_changed(&own.join, status, now), now);
}

void gangway_wifi_lost(gangway_instant now) { apply(gangway_join_station_lost(&own.join), now); }

void gangway_wifi_available(gangway_instant now) { apply(gangway_join_start(&own.join), now); }
