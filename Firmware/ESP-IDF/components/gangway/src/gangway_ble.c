/* Bluetooth: its start, and the host's task. */
#include "esp_log.h"
#include "gangway_ble_parts.h"
#include "host/util/util.h"
#include "nimble/nimble_port.h"
#include "nimble/nimble_port_freertos.h"
#include "services/gap/ble_svc_gap.h"
#include "services/gatt/ble_svc_gatt.h"

static const char *const TAG = "gangway";

enum { PREFERRED_MTU = 512 };

gangway_ble_state gangway_ble;

extern void ble_store_config_init(void);

static void on_sync(void) {
    gangway_lock();
    (void)ble_hs_util_ensure_addr(0);
    gangway_ble.is_synchronized = ble_hs_id_infer_auto(0, &gangway_ble.own_address_type) == 0;
    gangway_ble_advertise_next();
    gangway_unlock();
}

/* The controller was reset: every link is gone, and the host synchronizes anew. */
static void on_reset(int reason) {
    ESP_LOGW(TAG, "Bluetooth was reset: %d", reason);
    gangway_lock();
    gangway_ble.is_synchronized = false;
    gangway_ble_lose_links();
    gangway_unlock();
}

static void run_host(void *context) {
    (void)context;
    nimble_port_run();
    nimble_port_freertos_deinit();
}

esp_err_t gangway_ble_start(const char *name) {
    gangway_ble.name = name;
    esp_err_t error = nimble_port_init();
    if (error != ESP_OK) return error;
    ble_hs_cfg.sync_cb = on_sync;
    ble_hs_cfg.reset_cb = on_reset;
    /* Pairing without a display, for the protocols that encrypt, and bonds that last. */
    ble_hs_cfg.sm_io_cap = BLE_SM_IO_CAP_NO_IO;
    ble_hs_cfg.sm_bonding = 1;
    ble_hs_cfg.sm_sc = 1;
    ble_hs_cfg.sm_our_key_dist = BLE_SM_PAIR_KEY_DIST_ENC | BLE_SM_PAIR_KEY_DIST_ID;
    ble_hs_cfg.sm_their_key_dist = BLE_SM_PAIR_KEY_DIST_ENC | BLE_SM_PAIR_KEY_DIST_ID;
    ble_hs_cfg.store_status_cb = ble_store_util_status_rr; /* the oldest bond goes where there is no room for another */
    ble_store_config_init();
    ble_svc_gap_init();
    ble_svc_gatt_init();
    bool is_served = ble_att_set_preferred_mtu(PREFERRED_MTU) == 0 && ble_svc_gap_device_name_set(name) == 0 &&
        gangway_ble_add_services();
    if (!is_served) return ESP_FAIL;
    nimble_port_freertos_init(run_host);
    return ESP_OK;
}
