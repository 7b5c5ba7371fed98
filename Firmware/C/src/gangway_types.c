#include "gangway_types.h"

#include <string.h>

static size_t used(const gangway_outbox *outbox) { return outbox->count == 0 ? 0 : outbox->ends[outbox->count - 1]; }

bool gangway_outbox_append(gangway_outbox *outbox, uint8_t characteristic, const uint8_t *bytes, size_t count) {
    size_t start = used(outbox);
    if (outbox->count >= GANGWAY_OUTBOX_MESSAGES || count > GANGWAY_OUTBOX_BYTES - start) return false;
    if (count > 0) memcpy(outbox->bytes + start, bytes, count);
    outbox->ends[outbox->count] = (uint16_t)(start + count);
    outbox->characteristics[outbox->count] = characteristic;
    outbox->count++;
    return true;
}

const uint8_t *gangway_outbox_message(
    const gangway_outbox *outbox, uint8_t index, size_t *count, uint8_t *characteristic) {
    size_t start = index == 0 ? 0 : outbox->ends[index - 1];
    *count = outbox->ends[index] - start;
    *characteristic = outbox->characteristics[index];
    return outbox->bytes + start;
}

void gangway_outbox_clear(gangway_outbox *outbox) {
    gangway_erase(outbox->bytes, used(outbox));
    outbox->count = 0;
}

bool gangway_ssid_set(gangway_ssid *ssid, const uint8_t *bytes, size_t count) {
    memset(ssid, 0, sizeof *ssid);
    if (count > sizeof ssid->bytes) return false;
    if (count > 0) memcpy(ssid->bytes, bytes, count);
    ssid->length = (uint8_t)count;
    return true;
}

bool gangway_ssid_equal(const gangway_ssid *left, const gangway_ssid *right) {
    return left->length == right->length && memcmp(left->bytes, right->bytes, left->length) == 0;
}

bool gangway_ssid_is_hidden(const gangway_ssid *ssid) {
    for (uint8_t index = 0; index < ssid->length; index++) {
        if (ssid->bytes[index] != 0) return false;
    }
    return true;
}

bool gangway_state_equal(const gangway_status *left, const gangway_status *right) {
    if (left->state != right->state) return false;
    if (left->state == GANGWAY_FAILED) return left->reason == right->reason;
    if (left->state == GANGWAY_CONNECTED) return memcmp(left->address, right->address, sizeof left->address) == 0;
    return true;
}

bool gangway_status_equal(const gangway_status *left, const gangway_status *right) {
    return gangway_state_equal(left, right) && gangway_ssid_equal(&left->ssid, &right->ssid) &&
        left->has_signal == right->has_signal && (!left->has_signal || left->signal == right->signal) &&
        left->is_provisioned == right->is_provisioned;
}

void gangway_erase(void *memory, size_t count) {
    volatile uint8_t *bytes = (volatile uint8_t *)memory;
    while (count-- > 0) *bytes++ = 0;
}
