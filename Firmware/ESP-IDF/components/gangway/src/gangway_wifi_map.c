#include "esp_wifi.h"
#include "gangway_esp_parts.h"

gangway_reason gangway_wifi_reason(uint8_t number, bool *may_pass) {
    *may_pass = false;
    switch (number) {
    case WIFI_REASON_MIC_FAILURE:
    case WIFI_REASON_4WAY_HANDSHAKE_TIMEOUT: /* how most access points answer a wrong passphrase: not at all */
    case WIFI_REASON_802_1X_AUTH_FAILED:
    case WIFI_REASON_AUTH_FAIL:
    case WIFI_REASON_HANDSHAKE_TIMEOUT: return GANGWAY_WRONG_PASSPHRASE;
    case WIFI_REASON_NO_AP_FOUND:
    case WIFI_REASON_NO_AP_FOUND_IN_RSSI_THRESHOLD: return GANGWAY_NETWORK_NOT_FOUND;
    case WIFI_REASON_GROUP_CIPHER_INVALID:
    case WIFI_REASON_PAIRWISE_CIPHER_INVALID:
    case WIFI_REASON_AKMP_INVALID:
    case WIFI_REASON_UNSUPP_RSN_IE_VERSION:
    case WIFI_REASON_INVALID_RSN_IE_CAP:
    case WIFI_REASON_CIPHER_SUITE_REJECTED:
    case WIFI_REASON_NO_AP_FOUND_W_COMPATIBLE_SECURITY:
    case WIFI_REASON_NO_AP_FOUND_IN_AUTHMODE_THRESHOLD: return GANGWAY_UNSUPPORTED_SECURITY;
    case WIFI_REASON_AUTH_EXPIRE:
    case WIFI_REASON_ASSOC_EXPIRE:
    case WIFI_REASON_TIMEOUT:
    case WIFI_REASON_BEACON_TIMEOUT: *may_pass = true; return GANGWAY_TIME_OUT;
    default: *may_pass = true; return GANGWAY_CONNECTION_FAILED;
    }
}

uint16_t gangway_wifi_security(int mode) {
    switch (mode) {
    case WIFI_AUTH_OPEN: return GANGWAY_OPEN;
    case WIFI_AUTH_WEP: return GANGWAY_WEP;
    case WIFI_AUTH_WPA_PSK:
    case WIFI_AUTH_WPA2_PSK:
    case WIFI_AUTH_WPA_WPA2_PSK: return GANGWAY_WPA_PERSONAL;
    case WIFI_AUTH_WPA3_ENT_192:
    case WIFI_AUTH_ENTERPRISE: return GANGWAY_WPA2_ENTERPRISE;
    case WIFI_AUTH_WPA3_PSK:
    case WIFI_AUTH_WPA2_WPA3_PSK: return GANGWAY_WPA3_PERSONAL;
    default: return (uint16_t)(0x100 | (mode & 0xFF)); /* kept, and never taken for open */
    }
}
