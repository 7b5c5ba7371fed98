/* A device that can be set up over Bluetooth, and logs how that goes. */
#include "esp_log.h"
#include "gangway_esp.h"
#include "nvs_flash.h"

static const char *const TAG = "example";

void app_main(void);

static void on_client(void *context, uint32_t client) {
    (void)context;
    ESP_LOGI(TAG, "client %u is here", (unsigned)client);
}

static void on_client_left(void *context, uint32_t client) {
    (void)context;
    ESP_LOGI(TAG, "client %u has left", (unsigned)client);
}

static void on_credentials(void *context, const gangway_ssid *ssid) {
    (void)context;
    ESP_LOGI(TAG, "credentials for %.*s", ssid->length, (const char *)ssid->bytes);
}

static void on_state(void *context, const gangway_status *status) {
    (void)context;
    ESP_LOGI(TAG, "state %d", (int)status->state);
}

static void on_connected(void *context, const gangway_ssid *ssid, const uint8_t address[4]) {
    (void)context;
    ESP_LOGI(
        TAG, "on %.*s as %u.%u.%u.%u", ssid->length, (const char *)ssid->bytes, address[0], address[1], address[2],
        address[3]);
}

static void on_failed(void *context, const gangway_ssid *ssid, gangway_reason reason) {
    (void)context;
    ESP_LOGW(TAG, "not on %.*s: reason %d", ssid->length, (const char *)ssid->bytes, (int)reason);
}

static void on_cleared(void *context) {
    (void)context;
    ESP_LOGI(TAG, "credentials cleared");
}

static const gangway_callbacks callbacks = {
    .client_connected = on_client,
    .client_left = on_client_left,
    .credentials_received = on_credentials,
    .state_changed = on_state,
    .wifi_connected = on_connected,
    .connection_failed = on_failed,
    .credentials_cleared = on_cleared};

void app_main(void) {
    ESP_ERROR_CHECK(nvs_flash_init()); /* with NVS_ENCRYPTION this is the encrypted one */
    ESP_ERROR_CHECK(gangway_esp_start("Barn sensor", &callbacks));
}
