#include "fakes.h"

#include <string.h>

#include "esp_log.h"
#include "esp_timer.h"
#include "freertos/semphr.h"
#include "freertos/task.h"
#include "host/util/util.h"
#include "nimble/nimble_port.h"
#include "nimble/nimble_port_freertos.h"
#include "services/gap/ble_svc_gap.h"
#include "services/gatt/ble_svc_gatt.h"

fake_chip chip;
esp_event_base_t const WIFI_EVENT = "wifi", IP_EVENT = "ip";
struct ble_hs_cfg ble_hs_cfg;

void stub_log(const char *tag, const char *format, ...) { (void)tag, (void)format; }
int64_t esp_timer_get_time(void) { return chip.microseconds; }

/* ---- FreeRTOS: one thread, and a lock that must be free when it is taken ---- */
static int lock;
void lock_is_taken_twice(void);
SemaphoreHandle_t xSemaphoreCreateMutex(void) { return (SemaphoreHandle_t)(void *)&lock; }
BaseType_t xSemaphoreTake(SemaphoreHandle_t semaphore, TickType_t ticks) {
    (void)semaphore, (void)ticks;
    if (lock++ != 0) lock_is_taken_twice();
    return pdTRUE;
}
BaseType_t xSemaphoreGive(SemaphoreHandle_t semaphore) {
    (void)semaphore;
    lock--;
    return pdTRUE;
}
BaseType_t xTaskCreate(
    TaskFunction_t code, const char *name, uint32_t depth, void *parameters, UBaseType_t priority, TaskHandle_t *task) {
    (void)code, (void)name, (void)depth, (void)parameters, (void)priority;
    *task = NULL;
    return pdPASS;
}
BaseType_t xTaskNotifyGive(TaskHandle_t task) {
    (void)task;
    return pdTRUE;
}
uint32_t ulTaskNotifyTake(BaseType_t clear, TickType_t ticks) {
    (void)clear, (void)ticks;
    return 0;
}

/* ---- NVS: each value is written whole or not at all ---- */
static int find(const char *key, bool make) {
    for (int index = 0; index < 3; index++) {
        if (chip.values[index].is_there && strcmp(chip.values[index].key, key) == 0) return index;
    }
    for (int index = 0; make && index < 3; index++) {
        if (!chip.values[index].is_there) return index;
    }
    return -1;
}
static void wear(void) {
    if (chip.writes_left == 0) longjmp(chip.power_cut, 1);
    if (chip.writes_left > 0) chip.writes_left--;
    chip.writes++;
}
esp_err_t nvs_open(const char *name, nvs_open_mode_t mode, nvs_handle_t *handle) {
    (void)name, (void)mode;
    *handle = 1;
    return ESP_OK;
}
void nvs_close(nvs_handle_t handle) { (void)handle; }
esp_err_t nvs_commit(nvs_handle_t handle) {
    (void)handle;
    return ESP_OK;
}
esp_err_t nvs_set_blob(nvs_handle_t handle, const char *key, const void *value, size_t length) {
    (void)handle;
    if (chip.is_full || length > sizeof chip.values[0].bytes) return ESP_FAIL;
    wear();
    int index = find(key, true);
    if (index < 0) return ESP_FAIL;
    strcpy(chip.values[index].key, key);
    memcpy(chip.values[index].bytes, value, length);
    chip.values[index].length = length;
    chip.values[index].is_there = true;
    return ESP_OK;
}
esp_err_t nvs_get_blob(nvs_handle_t handle, const char *key, void *value, size_t *length) {
    (void)handle;
    int index = find(key, false);
    if (index < 0) return ESP_ERR_NVS_NOT_FOUND;
    if (chip.values[index].length > *length) return ESP_FAIL;
    *length = chip.values[index].length;
    memcpy(value, chip.values[index].bytes, *length);
    return ESP_OK;
}
esp_err_t nvs_set_u8(nvs_handle_t handle, const char *key, uint8_t value) {
    return nvs_set_blob(handle, key, &value, 1);
}
esp_err_t nvs_get_u8(nvs_handle_t handle, const char *key, uint8_t *value) {
    size_t length = 1;
    return nvs_get_blob(handle, key, value, &length);
}
esp_err_t nvs_erase_key(nvs_handle_t handle, const char *key) {
    (void)handle;
    int index = find(key, false);
    if (index < 0) return ESP_ERR_NVS_NOT_FOUND;
    wear();
    memset(&chip.values[index], 0, sizeof chip.values[index]);
    return ESP_OK;
}

/* ---- Wi-Fi ---- */
esp_err_t esp_event_loop_create_default(void) { return ESP_ERR_INVALID_STATE; }
esp_err_t esp_event_handler_register(
    esp_event_base_t base, int32_t id, esp_event_handler_t handler, void *argument) {
    (void)base, (void)id, (void)argument;
    chip.handler = handler;
    return ESP_OK;
}
esp_err_t esp_netif_init(void) { return ESP_OK; }
esp_netif_t *esp_netif_create_default_wifi_sta(void) { return (esp_netif_t *)(void *)&chip; }
esp_err_t esp_wifi_init(const wifi_init_config_t *config) { return config->magic == 0 ? ESP_FAIL : ESP_OK; }
esp_err_t esp_wifi_set_storage(wifi_storage_t storage) { return storage == WIFI_STORAGE_RAM ? ESP_OK : ESP_FAIL; }
esp_err_t esp_wifi_set_mode(wifi_mode_t mode) { return mode == WIFI_MODE_STA ? ESP_OK : ESP_FAIL; }
esp_err_t esp_wifi_start(void) { return ESP_OK; }
esp_err_t esp_wifi_connect(void) {
    chip.connects++;
    return ESP_OK;
}
esp_err_t esp_wifi_disconnect(void) {
    chip.disconnects++;
    return ESP_OK;
}
esp_err_t esp_wifi_set_config(wifi_interface_t interface, wifi_config_t *config) {
    (void)interface;
    chip.config = *config;
    return ESP_OK;
}
esp_err_t esp_wifi_scan_start(const wifi_scan_config_t *config, bool block) {
    (void)config, (void)block;
    chip.scans++;
    return ESP_OK;
}
esp_err_t esp_wifi_scan_stop(void) { return ESP_OK; }
esp_err_t esp_wifi_scan_get_ap_records(uint16_t *number, wifi_ap_record_t *records) {
    if (*number > chip.record_count) *number = chip.record_count;
    memcpy(records, chip.records, *number * sizeof *records);
    return ESP_OK;
}
esp_err_t esp_wifi_sta_get_ap_info(wifi_ap_record_t *record) {
    *record = chip.records[0];
    return ESP_OK;
}

/* ---- NimBLE ---- */
void ble_store_config_init(void);
void ble_store_config_init(void) {}
esp_err_t nimble_port_init(void) { return ESP_OK; }
void nimble_port_run(void) {}
void nimble_port_freertos_init(void (*task)(void *)) { (void)task; }
void nimble_port_freertos_deinit(void) {}
void ble_svc_gap_init(void) {}
void ble_svc_gatt_init(void) {}
int ble_svc_gap_device_name_set(const char *name) { return name == NULL; }
int ble_hs_util_ensure_addr(int prefer_random) { return prefer_random; }
int ble_hs_id_infer_auto(int privacy, uint8_t *type) {
    *type = 0;
    return privacy;
}
int ble_gatts_count_cfg(const struct ble_gatt_svc_def *definitions) { return definitions == NULL; }
int ble_gatts_add_svcs(const struct ble_gatt_svc_def *definitions) {
    uint16_t handle = 10;
    chip.services = definitions;
    for (; definitions->type != 0; definitions++) {
        for (const struct ble_gatt_chr_def *one = definitions->characteristics; one->uuid != NULL; one++) {
            *one->val_handle = handle;
            handle = (uint16_t)(handle + 3);
        }
    }
    return 0;
}
static int deliver(struct os_mbuf *value) {
    if (chip.pieces < 64) {
        chip.piece_types[chip.pieces] = value->bytes[0];
        chip.piece_lengths[chip.pieces++] = value->count;
    }
    if (chip.sent_count + value->count <= sizeof chip.sent) {
        memcpy(chip.sent + chip.sent_count, value->bytes, value->count);
        chip.sent_count += value->count;
    }
    return 0;
}
int ble_gatts_notify_custom(uint16_t connection, uint16_t handle, struct os_mbuf *value) {
    struct ble_gap_event event;
    (void)connection, (void)handle;
    memset(&event, 0, sizeof event);
    event.type = BLE_GAP_EVENT_NOTIFY_TX;
    if (chip.gap != NULL) (void)chip.gap(&event, NULL);
    return deliver(value);
}
int ble_gatts_indicate_custom(uint16_t connection, uint16_t handle, struct os_mbuf *value) {
    (void)connection, (void)handle;
    chip.indications++;
    return deliver(value);
}
uint16_t ble_att_mtu(uint16_t connection) {
    (void)connection;
    return chip.mtu;
}
int ble_att_set_preferred_mtu(uint16_t mtu) { return mtu != 512; }
struct os_mbuf *ble_hs_mbuf_from_flat(const void *bytes, uint16_t count) {
    static struct os_mbuf value;
    if (chip.has_no_buffers || count > sizeof value.bytes) return NULL;
    memcpy(value.bytes, bytes, count);
    value.count = count;
    return &value;
}
int ble_hs_mbuf_to_flat(const struct os_mbuf *value, void *flat, uint16_t room, uint16_t *count) {
    if (value->count > room) return BLE_HS_ENOMEM;
    memcpy(flat, value->bytes, value->count);
    *count = value->count;
    return 0;
}
int os_mbuf_append(struct os_mbuf *value, const void *bytes, uint16_t count) {
    if (value->count + count > (int)sizeof value->bytes) return 1;
    memcpy(value->bytes + value->count, bytes, count);
    value->count = (uint16_t)(value->count + count);
    return 0;
}
int os_msys_num_free(void) { return chip.has_no_buffers ? 0 : 20; }
int ble_gap_adv_set_fields(const struct ble_hs_adv_fields *fields) {
    chip.fields = *fields;
    return 0;
}
int ble_gap_adv_rsp_set_fields(const struct ble_hs_adv_fields *fields) {
    chip.response = *fields;
    return 0;
}
int ble_gap_adv_start(
    uint8_t own_type, const ble_addr_t *direct, int32_t milliseconds, const struct ble_gap_adv_params *parameters,
    ble_gap_event_fn *callback, void *argument) {
    (void)own_type, (void)direct, (void)milliseconds, (void)parameters, (void)argument;
    chip.gap = callback;
    chip.is_advertising = true;
    return 0;
}
int ble_gap_adv_stop(void) {
    chip.is_advertising = false;
    return 0;
}
int ble_gap_adv_active(void) { return chip.is_advertising; }
int ble_gap_terminate(uint16_t connection, uint8_t reason) { return connection == 0 && reason == 0; }
int ble_gap_conn_find(uint16_t connection, struct ble_gap_conn_desc *description) {
    memset(description, 0, sizeof *description);
    return connection == 99;
}
int ble_store_util_status_rr(struct ble_store_status_event *event, void *argument) {
    return event == NULL && argument == NULL;
}
int ble_store_util_delete_peer(const ble_addr_t *peer) { return peer == NULL; }
