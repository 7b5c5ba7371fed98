/* What the device's end serves, in the tables of NimBLE. */
#include "gangway_ble_parts.h"

static struct ble_gatt_svc_def services[GANGWAY_BLE_SERVICES + 1];
static struct ble_gatt_chr_def characteristics[GANGWAY_BLE_SERVICES][GANGWAY_BLE_CHARACTERISTICS + 1];

/* Our UUIDs have the most significant byte first, the air has it last. */
static void reverse(uint8_t *target, const uint8_t *uuid) {
    for (int index = 0; index < 16; index++) target[index] = uuid[15 - index];
}

static ble_gatt_chr_flags flags_of(uint16_t properties) {
    ble_gatt_chr_flags flags = 0;
    if (properties & GANGWAY_READ) flags |= BLE_GATT_CHR_F_READ;
    if (properties & GANGWAY_WRITE_WITHOUT_RESPONSE) flags |= BLE_GATT_CHR_F_WRITE_NO_RSP;
    if (properties & GANGWAY_WRITE) flags |= BLE_GATT_CHR_F_WRITE;
    if (properties & GANGWAY_NOTIFY) flags |= BLE_GATT_CHR_F_NOTIFY;
    if (properties & GANGWAY_INDICATE) flags |= BLE_GATT_CHR_F_INDICATE;
    if (properties & GANGWAY_ENCRYPTED_READ) flags |= BLE_GATT_CHR_F_READ_ENC;
    if (properties & GANGWAY_ENCRYPTED_WRITE) flags |= BLE_GATT_CHR_F_WRITE_ENC;
#ifdef BLE_GATT_CHR_F_NOTIFY_INDICATE_ENC /* not in every version: then the first encrypted write is what pairs */
    if (properties & GANGWAY_ENCRYPTED_NOTIFY) flags |= BLE_GATT_CHR_F_NOTIFY_INDICATE_ENC;
#endif
    return flags;
}

static void describe_characteristic(uint8_t service, uint8_t place, uint8_t bit) {
    gangway_characteristic facts;
    gangway_served *which = &gangway_ble.served[service][place];
    struct ble_gatt_chr_def *definition = &characteristics[service][place];
    gangway_characteristic_at(service, place, &facts);
    which->service = service;
    which->number = facts.number;
    which->bit = bit;
    which->uuid.u.type = BLE_UUID_TYPE_128;
    reverse(which->uuid.value, facts.uuid);
    definition->uuid = &which->uuid.u;
    definition->access_cb = gangway_ble_on_access;
    definition->arg = which;
    definition->flags = flags_of(facts.properties);
    definition->val_handle = &which->handle;
}

bool gangway_ble_add_services(void) {
    uint8_t bit = 0;
    gangway_ble.count = gangway_service_count() < GANGWAY_BLE_SERVICES ? gangway_service_count() : GANGWAY_BLE_SERVICES;
    for (uint8_t service = 0; service < gangway_ble.count; service++) {
        uint8_t uuid[16];
        gangway_service_uuid(service, uuid);
        gangway_ble.uuids[service].u.type = BLE_UUID_TYPE_128;
        reverse(gangway_ble.uuids[service].value, uuid);
        services[service].type = BLE_GATT_SVC_TYPE_PRIMARY;
        services[service].uuid = &gangway_ble.uuids[service].u;
        services[service].characteristics = characteristics[service];
        uint8_t places = gangway_characteristic_count(service);
        for (uint8_t place = 0; place < places && place < GANGWAY_BLE_CHARACTERISTICS; place++) {
            describe_characteristic(service, place, bit++);
        }
    }
    return ble_gatts_count_cfg(services) == 0 && ble_gatts_add_svcs(services) == 0;
}
