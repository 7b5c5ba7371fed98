/* Bluetooth on the air: what is advertised, and when. */
#include <string.h>

#include "esp_log.h"
#include "gangway_ble_parts.h"

static const char *const TAG = "gangway";

/* For so long each of several services is advertised, in milliseconds. */
enum { TURN = 1000 };

/* Flags and the service's UUID in the advertisement; its data and as much of the name as fits in the scan response. */
static int set_fields(uint8_t service) {
    struct ble_hs_adv_fields fields, response;
    memset(&fields, 0, sizeof fields);
    memset(&response, 0, sizeof response);
    fields.flags = BLE_HS_ADV_F_DISC_GEN | BLE_HS_ADV_F_BREDR_UNSUP;
    fields.uuids128 = &gangway_ble.uuids[service];
    fields.num_uuids128 = 1;
    fields.uuids128_is_complete = gangway_ble.count == 1 ? 1 : 0;
    size_t room = BLE_HS_ADV_MAX_SZ - 2;
    if (gangway_ble.data_count[service] > 0) {
        response.svc_data_uuid128 = gangway_ble.data[service];
        response.svc_data_uuid128_len = gangway_ble.data_count[service];
        room = (size_t)(BLE_HS_ADV_MAX_SZ - 4) - gangway_ble.data_count[service];
    }
    size_t length = strlen(gangway_ble.name);
    response.name = (const uint8_t *)gangway_ble.name;
    response.name_len = (uint8_t)(length < room ? length : room);
    response.name_is_complete = length <= room ? 1 : 0;
    int error = ble_gap_adv_set_fields(&fields);
    return error != 0 ? error : ble_gap_adv_rsp_set_fields(&response);
}

/* Where there are several services each is advertised for a while, since their UUIDs do not fit together. */
void gangway_ble_advertise_next(void) {
    struct ble_gap_adv_params parameters;
    if (!gangway_ble.is_synchronized || !gangway_ble.is_wanted || ble_gap_adv_active()) return;
    memset(&parameters, 0, sizeof parameters);
    parameters.conn_mode = BLE_GAP_CONN_MODE_UND;
    parameters.disc_mode = BLE_GAP_DISC_MODE_GEN;
    int error = set_fields(gangway_ble.turn);
    if (error == 0) {
        int32_t duration = gangway_ble.count > 1 ? TURN : BLE_HS_FOREVER;
        error = ble_gap_adv_start(gangway_ble.own_address_type, NULL, duration, &parameters, gangway_ble_on_gap, NULL);
    }
    /* With every link taken there is nothing to connect to: it begins again when one ends. */
    if (error != 0 && error != BLE_HS_ENOMEM) ESP_LOGW(TAG, "not advertising: %d", error);
}

void gangway_ble_start_advertising(void *context) {
    (void)context;
    gangway_ble.is_wanted = true;
    gangway_ble_advertise_next();
}

void gangway_ble_stop_advertising(void *context) {
    (void)context;
    gangway_ble.is_wanted = false;
    if (gangway_ble.is_synchronized) (void)ble_gap_adv_stop();
    for (int index = 0; index < GANGWAY_BLE_LINKS; index++) {
        if (gangway_ble.links[index].is_used) {
            (void)ble_gap_terminate(gangway_ble.links[index].connection, BLE_ERR_REM_USER_CONN_TERM);
        }
    }
}

void gangway_ble_advertise(void *context, uint8_t service, const uint8_t *data, size_t count) {
    (void)context;
    if (service >= gangway_ble.count || count > 20) return;
    uint8_t *target = gangway_ble.data[service];
    uint8_t length = (uint8_t)(16 + count);
    if (gangway_ble.data_count[service] == length && memcmp(target + 16, data, count) == 0) return;
    memcpy(target, gangway_ble.uuids[service].value, 16);
    memcpy(target + 16, data, count);
    gangway_ble.data_count[service] = length;
    if (gangway_ble.is_synchronized && gangway_ble.is_wanted && gangway_ble.turn == service) (void)set_fields(service);
}
