/* Of the library WiFi of Arduino for the ESP32, 3.x (WiFiSTA.h, WiFiScan.h, WiFiType.h), what the example uses. */
#pragma once
#include "Arduino.h"

typedef enum { WL_IDLE_STATUS = 0, WL_NO_SSID_AVAIL = 1, WL_CONNECTED = 3, WL_CONNECT_FAILED = 4, WL_DISCONNECTED = 6 }
    wl_status_t;
typedef enum { WIFI_MODE_NULL, WIFI_MODE_STA } wifi_mode_t;
#define WIFI_STA WIFI_MODE_STA
#define WIFI_SCAN_RUNNING (-1)
#define WIFI_SCAN_FAILED (-2)
typedef enum {
    WIFI_AUTH_OPEN, WIFI_AUTH_WEP, WIFI_AUTH_WPA_PSK, WIFI_AUTH_WPA2_PSK, WIFI_AUTH_WPA_WPA2_PSK, WIFI_AUTH_ENTERPRISE,
    WIFI_AUTH_WPA3_PSK, WIFI_AUTH_WPA2_WPA3_PSK
} wifi_auth_mode_t;

class IPAddress {
public:
    uint8_t operator[](int index) const;
};

class WiFiClass {
public:
    bool mode(wifi_mode_t mode);
    void persistent(bool is_persistent);
    bool setAutoReconnect(bool reconnects);
    int16_t scanNetworks(bool is_async = false, bool show_hidden = false);
    int16_t scanComplete();
    void scanDelete();
    String SSID(uint8_t index);
    wifi_auth_mode_t encryptionType(uint8_t index);
    int32_t RSSI(uint8_t index);
    int32_t channel(uint8_t index);
    uint8_t *BSSID(uint8_t index, uint8_t *bssid = nullptr);
    wl_status_t begin(
        const char *ssid, const char *passphrase = nullptr, int32_t channel = 0, const uint8_t *bssid = nullptr,
        bool connect = true);
    bool disconnect(bool is_off = false, bool erases = false);
    wl_status_t status();
    IPAddress localIP();
    int8_t RSSI();
};
extern WiFiClass WiFi;
