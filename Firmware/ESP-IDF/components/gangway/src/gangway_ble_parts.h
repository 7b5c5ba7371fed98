/* What the parts of Bluetooth share: what is served, who is connected, and what is advertised. */
#ifndef GANGWAY_BLE_PARTS_H
#define GANGWAY_BLE_PARTS_H

#include "gangway_esp_parts.h"
#include "host/ble_hs.h"
#include "sdkconfig.h"

enum {
    GANGWAY_BLE_SERVICES = 4,
    GANGWAY_BLE_CHARACTERISTICS = 4, /* of a service, at most */
    GANGWAY_BLE_LINKS = CONFIG_BT_NIMBLE_MAX_CONNECTIONS
};

/* A characteristic as NimBLE calls us for it. */
typedef struct gangway_served {
    uint8_t service;
    uint8_t number;
    uint8_t bit; /* of it in a link's subscriptions */
    uint16_t handle;
    ble_uuid128_t uuid;
} gangway_served;

/* A central's link. */
typedef struct gangway_link {
    bool is_used;
    uint16_t connection;
    uint16_t subscribed; /* a bit each */
    uint16_t indicated;  /* of these, those that want indications */
} gangway_link;

/* All of it is touched with the lock held alone, but for what is written before NimBLE's task starts. */
typedef struct gangway_ble_state {
    const char *name;
    ble_uuid128_t uuids[GANGWAY_BLE_SERVICES];
    gangway_served served[GANGWAY_BLE_SERVICES][GANGWAY_BLE_CHARACTERISTICS];
    uint8_t count; /* of services */
    gangway_link links[GANGWAY_BLE_LINKS];
    uint8_t data[GANGWAY_BLE_SERVICES][16 + 20]; /* of a service, behind its UUID as advertisements carry it */
    uint8_t data_count[GANGWAY_BLE_SERVICES];
    uint8_t turn; /* the service that is advertised */
    uint8_t own_address_type;
    bool is_synchronized;
    bool is_wanted; /* on the air */
} gangway_ble_state;

extern gangway_ble_state gangway_ble;

/* The number by which the device's end knows the central of a link: above 0. */
static inline uint32_t gangway_client_of(uint16_t connection) { return (uint32_t)connection + 1; }

/* Describes the services to NimBLE; false where it takes them not. */
bool gangway_ble_add_services(void);
/* Advertises the service whose turn it is, where the device is to be on the air and is not. The lock is held. */
void gangway_ble_advertise_next(void);
/* Ends the links that a reset of the controller has cut. The lock is held. */
void gangway_ble_lose_links(void);
/* NimBLE's: a read or a write, and what happens to links. */
int gangway_ble_on_access(
    uint16_t connection, uint16_t attribute, struct ble_gatt_access_ctxt *access, void *context);
int gangway_ble_on_gap(struct ble_gap_event *event, void *context);

#endif
