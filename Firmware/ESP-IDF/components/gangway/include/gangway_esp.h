/*
 * Gangway on an ESP32: Bluetooth LE by NimBLE, Wi-Fi by esp_wifi, credentials in NVS. Start it once, say what you want to
 * hear, and the device can be set up; it joins by itself what was stored before.
 *
 *     static const gangway_callbacks callbacks = {.wifi_connected = on_connected};
 *     ESP_ERROR_CHECK(nvs_flash_init());
 *     ESP_ERROR_CHECK(gangway_esp_start("Barn sensor", &callbacks));
 *
 * Callbacks come from tasks of the system, one at a time, and must not call a function of this header.
 */
#ifndef GANGWAY_ESP_H
#define GANGWAY_ESP_H

#include "esp_err.h"
#include "gangway_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Starts Bluetooth and Wi-Fi, and joins what is stored. NVS is initialised before, by you. `name` is what is advertised, 29
 * bytes at most; it and `callbacks`, which may be NULL, stay where they are for good. The error of the part that failed.
 */
esp_err_t gangway_esp_start(const char *name, const gangway_callbacks *callbacks);
/* Leaves the network and forgets all credentials: what a button does. */
void gangway_esp_clear_credentials(void);
/* Goes on the air, or off it. Wi-Fi stays as it is. */
void gangway_esp_start_bluetooth(void);
void gangway_esp_stop_bluetooth(void);
/* Where the device stands. */
void gangway_esp_status(gangway_status *status);

#ifdef __cplusplus
}
#endif
#endif
