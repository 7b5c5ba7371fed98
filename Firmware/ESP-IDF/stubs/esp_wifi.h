/* Of ESP-IDF's esp_wifi/include/esp_wifi.h and esp_wifi_types_generic.h, what is used here; types and numbers compared with
 * those of commit 0080204e (2025). Structures have the members that are used, and others between them. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include "esp_err.h"
typedef struct { int magic; } wifi_init_config_t;
#define WIFI_INIT_CONFIG_DEFAULT() {.magic = 0x1F2F3F4F}
typedef enum { WIFI_MODE_NULL, WIFI_MODE_STA } wifi_mode_t;
typedef enum { WIFI_STORAGE_FLASH, WIFI_STORAGE_RAM } wifi_storage_t;
typedef enum { WIFI_IF_STA } wifi_interface_t;
typedef enum {
    WIFI_AUTH_OPEN, WIFI_AUTH_WEP, WIFI_AUTH_WPA_PSK, WIFI_AUTH_WPA2_PSK, WIFI_AUTH_WPA_WPA2_PSK,
    WIFI_AUTH_ENTERPRISE, WIFI_AUTH_WPA2_ENTERPRISE = WIFI_AUTH_ENTERPRISE, WIFI_AUTH_WPA3_PSK, WIFI_AUTH_WPA2_WPA3_PSK,
    WIFI_AUTH_WAPI_PSK, WIFI_AUTH_OWE, WIFI_AUTH_WPA3_ENT_192
} wifi_auth_mode_t;
enum {
    WIFI_REASON_AUTH_EXPIRE = 2, WIFI_REASON_ASSOC_EXPIRE = 4, WIFI_REASON_ASSOC_LEAVE = 8,
    WIFI_REASON_MIC_FAILURE = 14, WIFI_REASON_4WAY_HANDSHAKE_TIMEOUT = 15, WIFI_REASON_GROUP_CIPHER_INVALID = 18,
    WIFI_REASON_PAIRWISE_CIPHER_INVALID = 19, WIFI_REASON_AKMP_INVALID = 20, WIFI_REASON_UNSUPP_RSN_IE_VERSION = 21,
    WIFI_REASON_INVALID_RSN_IE_CAP = 22, WIFI_REASON_802_1X_AUTH_FAILED = 23, WIFI_REASON_CIPHER_SUITE_REJECTED = 24,
    WIFI_REASON_TIMEOUT = 39, WIFI_REASON_BEACON_TIMEOUT = 200, WIFI_REASON_NO_AP_FOUND = 201,
    WIFI_REASON_AUTH_FAIL = 202, WIFI_REASON_ASSOC_FAIL = 203, WIFI_REASON_HANDSHAKE_TIMEOUT = 204,
    WIFI_REASON_CONNECTION_FAIL = 205, WIFI_REASON_NO_AP_FOUND_W_COMPATIBLE_SECURITY = 210,
    WIFI_REASON_NO_AP_FOUND_IN_AUTHMODE_THRESHOLD = 211, WIFI_REASON_NO_AP_FOUND_IN_RSSI_THRESHOLD = 212
};
typedef enum { WIFI_SCAN_TYPE_ACTIVE, WIFI_SCAN_TYPE_PASSIVE } wifi_scan_type_t;
typedef enum { WIFI_FAST_SCAN, WIFI_ALL_CHANNEL_SCAN } wifi_scan_method_t;
typedef enum { WIFI_CONNECT_AP_BY_SIGNAL, WIFI_CONNECT_AP_BY_SECURITY } wifi_sort_method_t;
typedef enum { WPA3_SAE_PWE_UNSPECIFIED, WPA3_SAE_PWE_HUNT_AND_PECK, WPA3_SAE_PWE_HASH_TO_ELEMENT, WPA3_SAE_PWE_BOTH }
    wifi_sae_pwe_method_t;
typedef struct { uint32_t min, max; } wifi_active_scan_time_t;
typedef struct { wifi_active_scan_time_t active; uint32_t passive; } wifi_scan_time_t;
typedef struct {
    uint8_t *ssid, *bssid, channel;
    bool show_hidden;
    wifi_scan_type_t scan_type;
    wifi_scan_time_t scan_time;
    uint8_t home_chan_dwell_time;
} wifi_scan_config_t;
typedef enum { WIFI_SECOND_CHAN_NONE, WIFI_SECOND_CHAN_ABOVE, WIFI_SECOND_CHAN_BELOW } wifi_second_chan_t;
typedef struct {
    uint8_t bssid[6], ssid[33], primary;
    wifi_second_chan_t second;
    int8_t rssi;
    wifi_auth_mode_t authmode;
} wifi_ap_record_t;
typedef struct {
    uint8_t ssid[32], password[64];
    wifi_scan_method_t scan_method;
    bool bssid_set;
    uint8_t bssid[6], channel;
    uint16_t listen_interval;
    wifi_sort_method_t sort_method;
    struct { int8_t rssi; wifi_auth_mode_t authmode; } threshold;
    struct { bool capable, required; } pmf_cfg;
    wifi_sae_pwe_method_t sae_pwe_h2e;
} wifi_sta_config_t;
typedef union { wifi_sta_config_t sta; } wifi_config_t;
enum { WIFI_EVENT_SCAN_DONE = 1, WIFI_EVENT_STA_START, WIFI_EVENT_STA_STOP, WIFI_EVENT_STA_CONNECTED,
       WIFI_EVENT_STA_DISCONNECTED };
typedef struct { uint32_t status; uint8_t number, scan_id; } wifi_event_sta_scan_done_t;
typedef struct { uint8_t ssid[32], ssid_len, bssid[6], reason; int8_t rssi; } wifi_event_sta_disconnected_t;
esp_err_t esp_wifi_init(const wifi_init_config_t *config);
esp_err_t esp_wifi_set_storage(wifi_storage_t storage);
esp_err_t esp_wifi_set_mode(wifi_mode_t mode);
esp_err_t esp_wifi_start(void);
esp_err_t esp_wifi_connect(void);
esp_err_t esp_wifi_disconnect(void);
esp_err_t esp_wifi_set_config(wifi_interface_t interface, wifi_config_t *config);
esp_err_t esp_wifi_scan_start(const wifi_scan_config_t *config, bool block);
esp_err_t esp_wifi_scan_stop(void);
esp_err_t esp_wifi_scan_get_ap_records(uint16_t *number, wifi_ap_record_t *records);
esp_err_t esp_wifi_sta_get_ap_info(wifi_ap_record_t *record);
