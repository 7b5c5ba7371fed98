/* The links of centrals: who is connected, and to what each has subscribed. */
#include <string.h>

#include "gangway_ble_parts.h"

static gangway_link *link_of(uint16_t connection) {
    for (int index = 0; index < GANGWAY_BLE_LINKS; index++) {
        gangway_link *one = &gangway_ble.links[index];
        if (one->is_used && one->connection == connection) return one;
    }
    return NULL;
}

static void connected(uint16_t connection) {
    for (int index = 0; index < GANGWAY_BLE_LINKS; index++) {
        gangway_link *free_one = &gangway_ble.links[index];
        if (free_one->is_used) continue;
        memset(free_one, 0, sizeof *free_one);
        free_one->is_used = true;
        free_one->connection = connection;
        gangway_client_connected(gangway_client_of(connection), gangway_now());
        return;
    }
}

static void left(uint16_t connection) {
    gangway_link *one = link_of(connection);
    if (one == NULL) return;
    one->is_used = false;
    gangway_client_left(gangway_client_of(connection), gangway_now());
}

void gangway_ble_lose_links(void) {
    for (int index = 0; index < GANGWAY_BLE_LINKS; index++) {
        if (gangway_ble.links[index].is_used) left(gangway_ble.links[index].connection);
    }
}

static void subscribed(uint16_t connection, uint16_t attribute, bool is_on, bool is_indicated) {
    gangway_link *one = link_of(connection);
    for (int index = 0; one != NULL && index < GANGWAY_BLE_SERVICES * GANGWAY_BLE_CHARACTERISTICS; index++) {
        const gangway_served *which =
            &gangway_ble.served[index / GANGWAY_BLE_CHARACTERISTICS][index % GANGWAY_BLE_CHARACTERISTICS];
        if (which->handle == 0 || which->handle != attribute) continue;
        uint16_t bit = (uint16_t)(1u << which->bit);
        bool was_on = (one->subscribed & bit) != 0;
        one->subscribed = (uint16_t)(is_on ? one->subscribed | bit : one->subscribed & ~bit);
        one->indicated = (uint16_t)(is_indicated ? one->indicated | bit : one->indicated & ~bit);
        if (is_on && !was_on) {
            gangway_subscribed(which->service, which->number, gangway_client_of(connection), gangway_now());
        }
    }
}

/* The peer has lost its half of the bond: ours goes too, and pairing is done anew. */
static int forget_bond(uint16_t connection) {
    struct ble_gap_conn_desc description;
    if (ble_gap_conn_find(connection, &description) == 0) {
        (void)ble_store_util_delete_peer(&description.peer_id_addr);
    }
    return BLE_GAP_REPEAT_PAIRING_RETRY;
}

int gangway_ble_on_gap(struct ble_gap_event *event, void *context) {
    (void)context;
    /* A notification is told of while it is sent, by whoever holds the lock. */
    if (event->type == BLE_GAP_EVENT_NOTIFY_TX) return 0;
    if (event->type == BLE_GAP_EVENT_REPEAT_PAIRING) return forget_bond(event->repeat_pairing.conn_handle);
    gangway_lock();
    switch (event->type) {
    case BLE_GAP_EVENT_CONNECT:
        if (event->connect.status == 0) connected(event->connect.conn_handle);
        gangway_ble_advertise_next(); /* it stops when a central connects */
        break;
    case BLE_GAP_EVENT_DISCONNECT:
        left(event->disconnect.conn.conn_handle);
        gangway_ble_advertise_next();
        break;
    case BLE_GAP_EVENT_ADV_COMPLETE:
        gangway_ble.turn = (uint8_t)((gangway_ble.turn + 1) % gangway_ble.count);
        gangway_ble_advertise_next();
        break;
    case BLE_GAP_EVENT_SUBSCRIBE:
        subscribed(
            event->subscribe.conn_handle, event->subscribe.attr_handle,
            event->subscribe.cur_notify != 0 || event->subscribe.cur_indicate != 0,
            event->subscribe.cur_indicate != 0 && event->subscribe.cur_notify == 0);
        break;
    default: break;
    }
    gangway_unlock();
    gangway_wake();
    return 0;
}
