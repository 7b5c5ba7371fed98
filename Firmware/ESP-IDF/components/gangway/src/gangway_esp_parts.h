/* What the parts of the component tell each other. */
#ifndef GANGWAY_ESP_PARTS_H
#define GANGWAY_ESP_PARTS_H

#include "esp_err.h"
#include "gangway_device.h"

/*
 * NimBLE's task, the event loop's and our own all call the device's end: who does holds this lock. No function of the board
 * takes it, since the device's end calls those while it is held.
 */
void gangway_lock(void);
void gangway_unlock(void);
/* Has our task poll at once; from any task. */
void gangway_wake(void);
/* Milliseconds since the start of the chip. */
gangway_instant gangway_now(void);

/* Bluetooth. */
esp_err_t gangway_ble_start(const char *name);
bool gangway_ble_can_notify(void *context);
void gangway_ble_start_advertising(void *context);
void gangway_ble_stop_advertising(void *context);
void gangway_ble_advertise(void *context, uint8_t service, const uint8_t *data, size_t count);
void gangway_ble_notify(
    void *context, uint8_t service, uint8_t characteristic, const uint8_t *value, size_t count);

/* Wi-Fi. */
esp_err_t gangway_wifi_start(void);
/* Tells what a join has to tell that began without an event. The lock is held. */
void gangway_wifi_tell(void);
bool gangway_wifi_start_scan(void *context, const gangway_scan_options *options);
void gangway_wifi_stop_scan(void *context);
uint16_t gangway_wifi_access_point_count(void *context);
void gangway_wifi_access_point(void *context, uint16_t index, gangway_access_point *point);
bool gangway_wifi_join(void *context, const gangway_credentials *credentials);
void gangway_wifi_leave(void *context);

/* The reason that a disconnection's number stands for, and whether another try may mend it. */
gangway_reason gangway_wifi_reason(uint8_t number, bool *may_pass);
/* The kind of security that an authentication mode stands for. */
uint16_t gangway_wifi_security(int mode);

/* The store. */
bool gangway_store_open(void *context);
bool gangway_store_load(void *context, gangway_slot slot, gangway_credentials *credentials);
bool gangway_store_stage(
    void *context, const gangway_credentials *credentials, const gangway_control_address *address);
bool gangway_store_commit(void *context);
bool gangway_store_roll_back(void *context);
bool gangway_store_forget(void *context);
bool gangway_store_control_address(void *context, gangway_control_address *address);

#endif
