/* Values over Bluetooth: notifications out, reads and writes in. */
#include "esp_log.h"
#include "gangway_ble_parts.h"

static const char *const TAG = "gangway";

enum {
    ATT_HEADER = 3,   /* of a notification: what is left of the MTU carries the value */
    SPARE_BUFFERS = 6 /* fewer free than this: a list waits */
};

static uint8_t value_room[512];

bool gangway_ble_can_notify(void *context) {
    (void)context;
    return os_msys_num_free() > SPARE_BUFFERS;
}

/* One piece to one central. */
static bool send(const gangway_link *to, const gangway_served *from, const uint8_t *piece, uint16_t count) {
    struct os_mbuf *buffer = ble_hs_mbuf_from_flat(piece, count);
    if (buffer == NULL) return false;
    bool is_indicated = (to->indicated >> from->bit & 1) != 0;
    int error = is_indicated ? ble_gatts_indicate_custom(to->connection, from->handle, buffer)
                             : ble_gatts_notify_custom(to->connection, from->handle, buffer);
    return error == 0;
}

void gangway_ble_notify(
    void *context, uint8_t service, uint8_t characteristic, const uint8_t *value, size_t count) {
    (void)context;
    const gangway_served *from = NULL;
    if (service >= gangway_ble.count) return;
    for (int place = 0; place < GANGWAY_BLE_CHARACTERISTICS; place++) {
        const gangway_served *one = &gangway_ble.served[service][place];
        if (one->handle != 0 && one->number == characteristic) from = one;
    }
    for (int index = 0; from != NULL && index < GANGWAY_BLE_LINKS; index++) {
        const gangway_link *to = &gangway_ble.links[index];
        if (!to->is_used || (to->subscribed >> from->bit & 1) == 0) continue;
        size_t mtu = ble_att_mtu(to->connection);
        size_t most = mtu > ATT_HEADER + 20 ? mtu - ATT_HEADER : 20;
        for (size_t start = 0; start < count; start += most) {
            size_t length = count - start < most ? count - start : most;
            if (!send(to, from, value + start, (uint16_t)length)) {
                ESP_LOGW(TAG, "a notification of %u bytes is lost", (unsigned)count);
                break;
            }
        }
    }
}

static int read_value(const gangway_served *which, struct os_mbuf *target) {
    int count = gangway_read(which->service, which->number, value_room);
    if (count < 0) return BLE_ATT_ERR_READ_NOT_PERMITTED;
    return os_mbuf_append(target, value_room, (uint16_t)count) == 0 ? 0 : BLE_ATT_ERR_INSUFFICIENT_RES;
}

/* NimBLE puts the pieces of a long write together. */
static int write_value(const gangway_served *which, uint16_t connection, const struct os_mbuf *source) {
    uint16_t count = 0;
    if (ble_hs_mbuf_to_flat(source, value_room, sizeof value_room, &count) != 0) {
        return BLE_ATT_ERR_INVALID_ATTR_VALUE_LEN;
    }
    int error = gangway_written(
        which->service, which->number, gangway_client_of(connection), 0, value_room, count, gangway_now());
    gangway_erase(value_room, count); /* it may have held a passphrase */
    return error;
}

int gangway_ble_on_access(
    uint16_t connection, uint16_t attribute, struct ble_gatt_access_ctxt *access, void *context) {
    const gangway_served *which = (const gangway_served *)context;
    int error = BLE_ATT_ERR_UNLIKELY;
    (void)attribute;
    gangway_lock();
    if (access->op == BLE_GATT_ACCESS_OP_READ_CHR) error = read_value(which, access->om);
    if (access->op == BLE_GATT_ACCESS_OP_WRITE_CHR) error = write_value(which, connection, access->om);
    gangway_unlock();
    gangway_wake();
    return error;
}
