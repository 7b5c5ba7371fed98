#include "wifiset_device.h"

#include <string.h>

enum { HEADER = 4, LIST_IDLE = 0, LIST_STARTED, LIST_ENTRIES };

enum {
    TYPE_LIST_START = 0x01,
    TYPE_NETWORK_ENTRY = 0x02,
    TYPE_LIST_END = 0x03,
    TYPE_CREDENTIAL_WRITE = 0x10,
    TYPE_CREDENTIAL_ACK = 0x11,
    TYPE_STATUS_REQUEST = 0x20,
    TYPE_STATUS_RESPONSE = 0x21,
    TYPE_ERROR = 0xFF
};

enum { ACK_STORED = 0, ACK_SSID_LENGTH = 1, ACK_PASSPHRASE_LENGTH = 2, ACK_STORAGE_FAILURE = 3 };

enum { ERROR_FORMAT = 1, ERROR_SCAN = 2, ERROR_CONNECTION = 5, ERROR_TYPE = 6 };

/* The longest value that can be written to an attribute (Core Specification 5.4, Vol 3 Part F 3.2.9). */
enum { MAXIMUM_WRITE = 512, MAXIMUM_PASSPHRASE = 63 };

/* ---- Sending ---- */

/* Writes the header; the message's length. */
static uint8_t begin(wifiset_device *device, uint8_t *message, uint8_t type, uint8_t payload) {
    message[0] = type;
    message[1] = device->sequence++;
    message[2] = payload;
    message[3] = 0;
    return (uint8_t)(HEADER + payload);
}

static void send_status_message(wifiset_device *device, gangway_outbox *outbox) {
    (void)gangway_outbox_append(outbox, WIFISET_STATUS, device->last_status, device->last_status_count);
}

static void send_list_message(wifiset_device *device, gangway_outbox *outbox) {
    (void)gangway_outbox_append(outbox, WIFISET_LIST, device->last_list, device->last_list_count);
}

/* What a status response carries. */
typedef struct {
    uint8_t state;
    int8_t signal;
    const uint8_t *address;
} wire_status;

static wire_status wire(const gangway_status *status) {
    static const uint8_t none[4] = {0};
    wire_status result = {0, 0, none};
    switch (status->state) {
    case GANGWAY_NOT_CONFIGURED: result.state = 0; break;
    case GANGWAY_DISCONNECTED: result.state = 1; break;
    case GANGWAY_ASSOCIATING:
    case GANGWAY_AUTHENTICATING:
    case GANGWAY_OBTAINING_ADDRESS: result.state = 2; break;
    case GANGWAY_CONNECTED:
        result.state = 3;
        result.signal = status->has_signal ? status->signal : 0;
        result.address = status->address;
        break;
    case GANGWAY_FAILED: result.state = 4; break;
    }
    return result;
}

/* Makes a status response the last message of Status. */
static void keep_status(wifiset_device *device, const gangway_status *status) {
    wire_status report = wire(status);
    uint8_t *message = device->last_status;
    uint8_t count = status->ssid.length;
    device->last_status_count = begin(device, message, TYPE_STATUS_RESPONSE, (uint8_t)(7 + count));
    message[4] = report.state;
    message[5] = (uint8_t)report.signal;
    memcpy(message + 6, report.address, 4);
    message[10] = count;
    memcpy(message + 11, status->ssid.bytes, count);
}

static void send_status(
    wifiset_device *device, const gangway_status *status, gangway_instant now, gangway_outbox *outbox) {
    device->told = *status;
    if (device->centrals > 0) device->status_due = gangway_after(now, WIFISET_STATUS_INTERVAL);
    keep_status(device, status);
    send_status_message(device, outbox);
}

static void acknowledge(wifiset_device *device, uint8_t status, gangway_outbox *outbox) {
    device->last_status_count = begin(device, device->last_status, TYPE_CREDENTIAL_ACK, 1);
    device->last_status[4] = status;
    send_status_message(device, outbox);
}

/* `text` has at most 58 bytes: it is one of those in this file. */
static void send_error(wifiset_device *device, uint8_t code, const char *text, gangway_outbox *outbox) {
    uint8_t *message = device->last_status;
    uint8_t count = 0;
    while (text[count] != 0 && count < sizeof device->last_status - 6) {
        message[6 + count] = (uint8_t)text[count];
        count++;
    }
    device->last_status_count = begin(device, message, TYPE_ERROR, (uint8_t)(2 + count));
    message[4] = code;
    message[5] = count;
    send_status_message(device, outbox);
}

/* ---- Reports ---- */

/* The texts by which clients of the reference firmware tell reasons apart, where one is true. */
static const char *text_for(gangway_reason reason) {
    switch (reason) {
    case GANGWAY_NETWORK_NOT_FOUND: return "Network not found";
    case GANGWAY_TIME_OUT: return "Connection timeout";
    case GANGWAY_NO_ADDRESS: return "No address obtained";
    case GANGWAY_UNSUPPORTED_SECURITY: return "Security not supported";
    case GANGWAY_DEVICE_FAULT: return "Device fault";
    case GANGWAY_REASON_UNSPECIFIED:
    case GANGWAY_WRONG_PASSPHRASE:
    case GANGWAY_STORAGE_FAILED:
    case GANGWAY_CREDENTIALS_REFUSED:
    case GANGWAY_CONNECTION_FAILED: break;
    }
    return "Connection failed - wrong password or network issue";
}

/* Whether a status says what the centrals do not know yet. */
static bool is_news(const wifiset_device *device, const gangway_status *status) {
    const gangway_status *told = &device->told;
    wire_status new_report = wire(status), old_report = wire(told);
    bool is_same_ssid = gangway_ssid_equal(&status->ssid, &told->ssid);
    if (gangway_state_equal(status, told) && is_same_ssid) return false;
    return !is_same_ssid || new_report.state != old_report.state || new_report.signal != old_report.signal ||
        memcmp(new_report.address, old_report.address, 4) != 0;
}

void wifiset_report(
    wifiset_device *device, const gangway_step *step, const gangway_status *status, gangway_instant now,
    gangway_outbox *outbox) {
    switch (step->report) {
    case GANGWAY_TELL_NOTHING: return;
    case GANGWAY_TELL_STATUS:
    case GANGWAY_TELL_NOT_CLEARED:
        if (!is_news(device, status)) return;
        break;
    case GANGWAY_TELL_CLEARED: break;
    case GANGWAY_TELL_STORED: acknowledge(device, ACK_STORED, outbox); break;
    case GANGWAY_TELL_NOT_STORED: acknowledge(device, ACK_STORAGE_FAILURE, outbox); return;
    case GANGWAY_TELL_FAILED: send_error(device, ERROR_CONNECTION, text_for(step->reason), outbox); break;
    }
    send_status(device, status, now, outbox);
}

/* ---- The list ---- */

/* The number that WiFiSet has for a kind of security; 0xFF, which no reader takes for open, where it has none. */
static uint8_t wire_security(uint16_t security) {
    bool is_known = security <= 4 || (security >= 0x105 && security <= 0x1FF);
    return is_known ? (uint8_t)(security & 0xFF) : 0xFF;
}

static void begin_list(wifiset_device *device, gangway_outbox *outbox) {
    device->list = LIST_STARTED;
    device->list_count = 0;
    device->must_list_again = false;
    device->last_list_count = begin(device, device->last_list, TYPE_LIST_START, 0);
    send_list_message(device, outbox);
}

void wifiset_found(wifiset_device *device, const gangway_access_point *point, gangway_outbox *outbox) {
    if (device->list == LIST_IDLE || device->list_count >= WIFISET_MAXIMUM_NETWORKS) return;
    uint8_t *message = device->last_list;
    uint8_t count = point->ssid.length;
    device->list = LIST_ENTRIES;
    device->list_count++;
    device->last_list_count = begin(device, message, TYPE_NETWORK_ENTRY, (uint8_t)(4 + count));
    message[4] = count;
    memcpy(message + 5, point->ssid.bytes, count);
    message[5 + count] = (uint8_t)point->signal;
    message[6 + count] = wire_security(point->security);
    message[7 + count] = point->channel;
    send_list_message(device, outbox);
}

void wifiset_scan_failed(wifiset_device *device, gangway_outbox *outbox) {
    if (device->list != LIST_IDLE) send_error(device, ERROR_SCAN, "Scan failed", outbox);
}

wifiset_action wifiset_scan_ended(wifiset_device *device, gangway_outbox *outbox) {
    if (device->list == LIST_IDLE) return WIFISET_NOTHING;
    device->last_list_count = begin(device, device->last_list, TYPE_LIST_END, 1);
    device->last_list[4] = device->list_count;
    send_list_message(device, outbox);
    device->list = LIST_IDLE;
    if (!device->must_list_again) return WIFISET_NOTHING;
    begin_list(device, outbox);
    return WIFISET_SCAN;
}

bool wifiset_wants_networks(const wifiset_device *device) { return device->list != LIST_IDLE; }

/* ---- Holding a write ---- */

static void drop_held(wifiset_device *device) {
    gangway_erase(device->held, device->held_count);
    device->held_count = 0;
    device->answered_end = 0;
    device->has_credentials = false;
    device->held_until = GANGWAY_NEVER;
}

static void hold(
    wifiset_device *device, const uint8_t *bytes, size_t count, size_t offset, uint32_t central, gangway_instant end) {
    if (device->held_by != central || offset == 0) drop_held(device);
    size_t room = sizeof device->held - offset;
    if (count > room) count = room;
    if (count > 0) memcpy(device->held + offset, bytes, count);
    device->held_count = (uint8_t)(offset + count);
    device->held_by = central;
    device->held_until = end;
}

/* Takes what is left of a write that is answered already: it is no message of its own. What another central has begun
 * is not given up for that. */
static void pass_by(wifiset_device *device, size_t count, size_t end, uint32_t central, gangway_instant now) {
    if (device->held_count > 0 || (device->answered_end > 0 && device->held_by != central)) return;
    device->held_by = central;
    device->answered_end = count < end ? (uint16_t)end : 0;
    device->held_until = count < end ? gangway_after(now, WIFISET_CONTINUATION_LIMIT) : GANGWAY_NEVER;
}

/* ---- Judging a write ---- */

typedef enum { BEGINNING, CREDENTIALS, STATUS_REQUEST, UNKNOWN, BAD_SSID, BAD_PASSPHRASE, MALFORMED } write_verdict;

static size_t message_length(const uint8_t *bytes) { return HEADER + (size_t)(bytes[2] | bytes[3] << 8); }

/* Where the write that begins with `bytes` ends by its header, at most where any does. */
static size_t declared_end(const uint8_t *bytes, size_t there) {
    size_t end = there < HEADER ? MAXIMUM_WRITE : message_length(bytes);
    return end < MAXIMUM_WRITE ? end : MAXIMUM_WRITE;
}

/* What a write of `count` bytes is, or can become when more of it comes. It begins with `bytes`, of which `there` are
 * there: enough for both lengths. In pieces it gets the verdict that it would get whole. */
static write_verdict judge(const uint8_t *bytes, size_t there, size_t count) {
    if (there == 0) return MALFORMED;
    if (bytes[0] != TYPE_CREDENTIAL_WRITE && bytes[0] != TYPE_STATUS_REQUEST) return UNKNOWN;
    if (there < HEADER) return BEGINNING;
    size_t end = message_length(bytes);
    if (count > end || end > MAXIMUM_WRITE) return MALFORMED;
    if (bytes[0] == TYPE_STATUS_REQUEST) return end == HEADER ? STATUS_REQUEST : MALFORMED;
    if (end <= 4) return MALFORMED;
    if (there <= 4) return BEGINNING;
    size_t ssid = bytes[4];
    if (ssid < 1 || ssid > 32) return BAD_SSID;
    if (6 + ssid > end) return MALFORMED;
    if (there <= 5 + ssid) return BEGINNING;
    size_t passphrase = bytes[5 + ssid];
    if (passphrase > MAXIMUM_PASSPHRASE) return BAD_PASSPHRASE;
    if (6 + ssid + passphrase != end) return MALFORMED;
    return count == end ? CREDENTIALS : BEGINNING;
}

/* Whether the link has brought the last message of this central once more. */
static bool is_repetition(
    wifiset_device *device, const uint8_t *bytes, size_t count, uint32_t central, gangway_instant now) {
    uint64_t digest = UINT64_C(0xCBF29CE484222325) ^ central; /* FNV-1a */
    for (size_t index = 0; index < count; index++) digest = (digest ^ bytes[index]) * UINT64_C(0x100000001B3);
    bool is_same = digest == device->last_digest && now < device->repetition_ends;
    device->last_digest = digest;
    device->repetition_ends = gangway_after(now, WIFISET_CONTINUATION_LIMIT);
    return is_same;
}

/* Answers what a write came to; credentials are held. */
static wifiset_action take(
    wifiset_device *device, write_verdict verdict, gangway_instant now, const gangway_status *status,
    gangway_outbox *outbox) {
    switch (verdict) {
    case BEGINNING: break;
    case CREDENTIALS: device->has_credentials = true; return WIFISET_JOIN;
    case STATUS_REQUEST: send_status(device, status, now, outbox); break;
    case UNKNOWN: send_error(device, ERROR_TYPE, "Unknown message type", outbox); break;
    case BAD_SSID: acknowledge(device, ACK_SSID_LENGTH, outbox); break;
    case BAD_PASSPHRASE: acknowledge(device, ACK_PASSPHRASE_LENGTH, outbox); break;
    case MALFORMED: send_error(device, ERROR_FORMAT, "Invalid message format", outbox); break;
    }
    return WIFISET_NOTHING;
}

static wifiset_action continued(
    wifiset_device *device, const uint8_t *bytes, size_t count, size_t offset, uint32_t central, gangway_instant now,
    const gangway_status *status, gangway_outbox *outbox) {
    if (device->held_by != central || device->has_credentials || offset > MAXIMUM_WRITE) {
        return WIFISET_REFUSE_INVALID_OFFSET;
    }
    size_t whole = offset + count;
    if (device->answered_end > 0) {
        pass_by(device, whole, device->answered_end, central, now);
        return WIFISET_NOTHING;
    }
    if (device->held_count == 0 || offset > device->held_count) return WIFISET_REFUSE_INVALID_OFFSET;
    hold(device, bytes, count, offset, central, gangway_after(now, WIFISET_CONTINUATION_LIMIT));
    write_verdict verdict = judge(device->held, device->held_count, whole);
    if (verdict == CREDENTIALS) {
        device->held_until = GANGWAY_NEVER;
    } else if (verdict != BEGINNING) {
        size_t end = declared_end(device->held, device->held_count);
        drop_held(device);
        pass_by(device, whole, end, central, now);
    }
    return take(device, verdict, now, status, outbox);
}

/* ---- Events ---- */

void wifiset_init(wifiset_device *device) {
    memset(device, 0, sizeof *device);
    device->held_until = GANGWAY_NEVER;
    device->status_due = GANGWAY_NEVER;
}

void wifiset_connected(wifiset_device *device, uint32_t central, gangway_instant now) {
    (void)central;
    if (device->centrals == 0) {
        device->sequence = 0;
        device->last_status_count = 0;
        device->last_list_count = 0;
        device->repetition_ends = 0;
        device->list = LIST_IDLE;
        device->must_list_again = false;
        device->status_due = gangway_after(now, WIFISET_STATUS_INTERVAL);
    }
    if (device->centrals < UINT16_MAX) device->centrals++;
}

void wifiset_disconnected(wifiset_device *device, uint32_t central, gangway_instant now) {
    (void)now;
    if (device->held_by == central && !device->has_credentials) drop_held(device);
    device->repetition_ends = 0;
    if (device->centrals > 0) device->centrals--;
    if (device->centrals > 0) return;
    device->status_due = GANGWAY_NEVER;
    device->list = LIST_IDLE;
    device->must_list_again = false;
}

wifiset_action wifiset_subscribed(
    wifiset_device *device, uint8_t characteristic, uint32_t central, gangway_instant now, gangway_outbox *outbox) {
    (void)central, (void)now;
    if (characteristic != WIFISET_LIST) return WIFISET_NOTHING;
    if (device->list == LIST_ENTRIES) {
        device->must_list_again = true;
        return WIFISET_NOTHING;
    }
    bool is_new = device->list == LIST_IDLE;
    begin_list(device, outbox);
    return is_new ? WIFISET_SCAN : WIFISET_NOTHING;
}

wifiset_action wifiset_written(
    wifiset_device *device, const uint8_t *bytes, size_t count, size_t offset, uint8_t characteristic, uint32_t central,
    gangway_instant now, const gangway_status *status, gangway_outbox *outbox) {
    if (characteristic != WIFISET_CREDENTIAL_WRITE) return WIFISET_REFUSE_WRITE_NOT_PERMITTED;
    if (offset > 0) return continued(device, bytes, count, offset, central, now, status, outbox);
    if (device->held_by == central && !device->has_credentials) drop_held(device);
    write_verdict verdict = judge(bytes, count, count);
    size_t end = declared_end(bytes, count);
    if (count >= end && is_repetition(device, bytes, count, central, now)) return WIFISET_NOTHING;
    if (verdict == BEGINNING) {
        hold(device, bytes, count, 0, central, gangway_after(now, WIFISET_CONTINUATION_LIMIT));
    } else if (verdict == CREDENTIALS) {
        hold(device, bytes, count, 0, central, GANGWAY_NEVER);
    } else {
        pass_by(device, count, end, central, now);
    }
    return take(device, verdict, now, status, outbox);
}

int wifiset_read(
    wifiset_device *device, uint8_t characteristic, const gangway_status *status, uint8_t *target, size_t room) {
    const uint8_t *message;
    uint8_t count;
    if (characteristic == WIFISET_LIST) {
        message = device->last_list;
        count = device->last_list_count;
    } else if (characteristic == WIFISET_STATUS) {
        if (device->last_status_count == 0) {
            keep_status(device, status);
            device->sequence--; /* it goes to the reader alone: the others would miss its number */
        }
        message = device->last_status;
        count = device->last_status_count;
    } else {
        return -1;
    }
    size_t fitting = count < room ? count : room;
    if (fitting > 0) memcpy(target, message, fitting);
    return count;
}

bool wifiset_take_credentials(wifiset_device *device, gangway_credentials *credentials) {
    if (!device->has_credentials) return false;
    const uint8_t *held = device->held;
    size_t ssid = held[4];
    memset(credentials, 0, sizeof *credentials);
    credentials->security = GANGWAY_SECURITY_UNSPECIFIED;
    (void)gangway_ssid_set(&credentials->ssid, held + 5, ssid);
    credentials->passphrase_length = held[5 + ssid];
    memcpy(credentials->passphrase, held + 6 + ssid, credentials->passphrase_length);
    drop_held(device);
    return true;
}

gangway_instant wifiset_deadline(const wifiset_device *device) {
    return device->held_until < device->status_due ? device->held_until : device->status_due;
}

void wifiset_tick(
    wifiset_device *device, gangway_instant now, const gangway_status *status, gangway_outbox *outbox) {
    if (device->held_until <= now) {
        bool is_answered = device->answered_end > 0;
        drop_held(device);
        if (!is_answered) send_error(device, ERROR_FORMAT, "Message incomplete", outbox);
    }
    if (device->status_due <= now) send_status(device, status, now, outbox);
}

void wifiset_wipe(wifiset_device *device) { drop_held(device); }
