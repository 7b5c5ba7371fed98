#include <string.h>

#include "esp_event.h"
#include "esp_log.h"
#include "esp_netif.h"
#include "esp_wifi.h"
#include "gangway_esp_parts.h"
#include "sdkconfig.h"

static const char *const TAG = "gangway";

/* Where the driver is. */
typedef enum { OFF, CONNECTING, ASSOCIATED, ONLINE, LEAVING } course;

static struct {
    wifi_config_t target; /* the network to be on, where has_target; it holds a passphrase */
    gangway_ssid ssid;
    bool has_target;
    bool must_tell; /* a join began that nothing has told of */
    course course;
    uint8_t tries;
    uint16_t count;
    gangway_access_point points[CONFIG_GANGWAY_MAXIMUM_NETWORKS];
    wifi_ap_record_t records[CONFIG_GANGWAY_MAXIMUM_NETWORKS];
} own;

static void tell(gangway_state state, gangway_reason reason, const uint8_t *address) {
    gangway_status status;
    wifi_ap_record_t present;
    memset(&status, 0, sizeof status);
    status.state = state;
    status.reason = reason;
    status.ssid = own.ssid;
    if (address != NULL) memcpy(status.address, address, sizeof status.address);
    if (state == GANGWAY_CONNECTED && esp_wifi_sta_get_ap_info(&present) == ESP_OK) {
        status.signal = present.rssi;
        status.has_signal = true;
    }
    gangway_wifi_changed(&status, gangway_now());
}

void gangway_wifi_tell(void) {
    if (!own.must_tell) return;
    own.must_tell = false;
    if (own.course == CONNECTING) tell(GANGWAY_ASSOCIATING, GANGWAY_REASON_UNSPECIFIED, NULL);
}

/* ---- Scans ---- */

bool gangway_wifi_start_scan(void *context, const gangway_scan_options *options) {
    (void)context;
    wifi_scan_config_t config;
    memset(&config, 0, sizeof config);
    config.show_hidden = true;
    config.scan_type = options->is_passive ? WIFI_SCAN_TYPE_PASSIVE : WIFI_SCAN_TYPE_ACTIVE;
    return esp_wifi_scan_start(&config, false) == ESP_OK;
}

void gangway_wifi_stop_scan(void *context) {
    (void)context;
    (void)esp_wifi_scan_stop();
}

uint16_t gangway_wifi_access_point_count(void *context) {
    (void)context;
    return own.count;
}

void gangway_wifi_access_point(void *context, uint16_t index, gangway_access_point *point) {
    (void)context;
    *point = own.points[index];
}

static gangway_access_point point_of(const wifi_ap_record_t *record) {
    gangway_access_point point;
    memset(&point, 0, sizeof point);
    size_t length = 0;
    while (length < 32 && record->ssid[length] != 0) length++;
    (void)gangway_ssid_set(&point.ssid, record->ssid, length);
    point.security = gangway_wifi_security((int)record->authmode);
    point.signal = record->rssi;
    point.channel = record->primary;
    point.band = record->primary > 14 ? GANGWAY_BAND_5_GHZ : GANGWAY_BAND_2_4_GHZ; /* no chip has 6 GHz */
    memcpy(point.bssid, record->bssid, sizeof point.bssid);
    point.has_bssid = true;
    return point;
}

/* Takes what the driver found, strongest first. */
static void take_records(void) {
    uint16_t count = CONFIG_GANGWAY_MAXIMUM_NETWORKS;
    own.count = 0;
    if (esp_wifi_scan_get_ap_records(&count, own.records) != ESP_OK) return;
    for (uint16_t index = 0; index < count; index++) {
        gangway_access_point point = point_of(&own.records[index]);
        uint16_t place = own.count++;
        for (; place > 0 && own.points[place - 1].signal < point.signal; place--) {
            own.points[place] = own.points[place - 1];
        }
        own.points[place] = point;
    }
}

/* ---- Joins ---- */

static void connect_to_target(void) {
    own.must_tell = true;
    own.course = CONNECTING;
    if (esp_wifi_set_config(WIFI_IF_STA, &own.target) != ESP_OK || esp_wifi_connect() != ESP_OK) {
        own.course = OFF; /* the join ends by its limit */
        ESP_LOGE(TAG, "the Wi-Fi driver takes no join");
    }
    gangway_wake();
}

bool gangway_wifi_join(void *context, const gangway_credentials *credentials) {
    (void)context;
    wifi_sta_config_t *station = &own.target.sta;
    memset(&own.target, 0, sizeof own.target);
    memcpy(station->ssid, credentials->ssid.bytes, credentials->ssid.length);
    memcpy(station->password, credentials->passphrase, credentials->passphrase_length);
    station->bssid_set = credentials->has_bssid;
    memcpy(station->bssid, credentials->bssid, sizeof station->bssid);
    station->channel = credentials->channel <= 13 ? credentials->channel : 0; /* where the driver begins to look */
    station->scan_method = WIFI_ALL_CHANNEL_SCAN;
    station->sort_method = WIFI_CONNECT_AP_BY_SIGNAL;
    /* With a passphrase no open network of that name is joined in the place of the secured one. */
    station->threshold.authmode = credentials->passphrase_length == 0 ? WIFI_AUTH_OPEN
        : credentials->security == GANGWAY_WEP                        ? WIFI_AUTH_WEP
                                                                      : WIFI_AUTH_WPA_PSK;
    station->pmf_cfg.capable = true;
    station->sae_pwe_h2e = WPA3_SAE_PWE_BOTH;
    own.ssid = credentials->ssid;
    own.has_target = true;
    own.tries = 0;
    if (own.course == OFF) {
        connect_to_target();
    } else if (own.course != LEAVING) {
        if (esp_wifi_disconnect() != ESP_OK) return false;
        own.course = LEAVING; /* it joins when it has left */
    }
    return true;
}

void gangway_wifi_leave(void *context) {
    (void)context;
    gangway_erase(&own.target, sizeof own.target);
    own.has_target = false;
    if (own.course == OFF || own.course == LEAVING) return;
    own.course = LEAVING;
    (void)esp_wifi_disconnect();
}

static void disconnected(const wifi_event_sta_disconnected_t *event) {
    course before = own.course;
    bool may_pass;
    gangway_reason reason = gangway_wifi_reason(event->reason, &may_pass);
    own.course = OFF;
    if (before == LEAVING) {
        if (own.has_target) {
            connect_to_target();
        } else {
            tell(GANGWAY_DISCONNECTED, GANGWAY_REASON_UNSPECIFIED, NULL);
        }
    } else if (before == ONLINE || before == OFF) {
        tell(GANGWAY_DISCONNECTED, GANGWAY_REASON_UNSPECIFIED, NULL);
    } else if (may_pass && own.has_target && own.tries < CONFIG_GANGWAY_JOIN_RETRIES) {
        own.tries++;
        connect_to_target();
    } else {
        tell(GANGWAY_FAILED, reason, NULL);
    }
}

static void got_address(const ip_event_got_ip_t *event) {
    uint8_t address[4];
    if (own.course != ASSOCIATED && own.course != ONLINE) return; /* of a network that it is leaving */
    memcpy(address, &event->ip_info.ip.addr, sizeof address);
    own.course = ONLINE;
    tell(GANGWAY_CONNECTED, GANGWAY_REASON_UNSPECIFIED, address);
}

static void lost_address(void) {
    if (own.course != ONLINE) return;
    own.course = ASSOCIATED;
    tell(GANGWAY_OBTAINING_ADDRESS, GANGWAY_REASON_UNSPECIFIED, NULL);
}

static void handle(void *context, esp_event_base_t base, int32_t id, void *data) {
    (void)context;
    gangway_lock();
    if (base == IP_EVENT) {
        if (id == IP_EVENT_STA_GOT_IP) got_address((const ip_event_got_ip_t *)data);
        if (id == IP_EVENT_STA_LOST_IP) lost_address();
    } else if (id == WIFI_EVENT_STA_CONNECTED) {
        if (own.course == CONNECTING) {
            own.course = ASSOCIATED;
            tell(GANGWAY_OBTAINING_ADDRESS, GANGWAY_REASON_UNSPECIFIED, NULL);
        }
    } else if (id == WIFI_EVENT_STA_DISCONNECTED) {
        disconnected((const wifi_event_sta_disconnected_t *)data);
    } else if (id == WIFI_EVENT_SCAN_DONE) {
        bool is_complete = ((const wifi_event_sta_scan_done_t *)data)->status == 0;
        if (is_complete) take_records();
        gangway_scan_finished(is_complete, gangway_now());
    }
    gangway_unlock();
    gangway_wake();
}

esp_err_t gangway_wifi_start(void) {
    wifi_init_config_t config = WIFI_INIT_CONFIG_DEFAULT();
    esp_err_t error = esp_netif_init();
    if (error != ESP_OK) return error;
    error = esp_event_loop_create_default();
    if (error != ESP_OK && error != ESP_ERR_INVALID_STATE) return error; /* the application may have one */
    if (esp_netif_create_default_wifi_sta() == NULL) return ESP_ERR_NO_MEM;
    if ((error = esp_wifi_init(&config)) != ESP_OK) return error;
    if ((error = esp_wifi_set_storage(WIFI_STORAGE_RAM)) != ESP_OK) return error; /* what is kept, we keep */
    if ((error = esp_wifi_set_mode(WIFI_MODE_STA)) != ESP_OK) return error;
    error = esp_event_handler_register(WIFI_EVENT, ESP_EVENT_ANY_ID, handle, NULL);
    if (error != ESP_OK) return error;
    error = esp_event_handler_register(IP_EVENT, ESP_EVENT_ANY_ID, handle, NULL);
    if (error != ESP_OK) return error;
    return esp_wifi_start();
}
