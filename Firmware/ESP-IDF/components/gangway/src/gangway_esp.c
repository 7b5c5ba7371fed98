#include "gangway_esp.h"

#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "freertos/task.h"
#include "gangway_esp_parts.h"
#include "sdkconfig.h"

/* How long our task sleeps at most, in milliseconds: a list that waits for buffers is gone on with by then. */
enum { LONGEST_SLEEP = 50 };

static SemaphoreHandle_t mutex;
static TaskHandle_t task;

static const gangway_board board = {
    .context = NULL,
    .can_notify = gangway_ble_can_notify,
    .start_advertising = gangway_ble_start_advertising,
    .stop_advertising = gangway_ble_stop_advertising,
    .advertise = gangway_ble_advertise,
    .notify = gangway_ble_notify,
    .start_scan = gangway_wifi_start_scan,
    .stop_scan = gangway_wifi_stop_scan,
    .access_point_count = gangway_wifi_access_point_count,
    .access_point = gangway_wifi_access_point,
    .join = gangway_wifi_join,
    .leave = gangway_wifi_leave,
    .open_store = gangway_store_open,
    .load = gangway_store_load,
    .stage = gangway_store_stage,
    .commit = gangway_store_commit,
    .roll_back = gangway_store_roll_back,
    .forget = gangway_store_forget,
    .control_address = gangway_store_control_address};

void gangway_lock(void) { (void)xSemaphoreTake(mutex, portMAX_DELAY); }

void gangway_unlock(void) { (void)xSemaphoreGive(mutex); }

void gangway_wake(void) {
    if (task != NULL) (void)xTaskNotifyGive(task);
}

gangway_instant gangway_now(void) { return (gangway_instant)esp_timer_get_time() / 1000; }

static void run(void *context) {
    (void)context;
    for (;;) {
        (void)ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(LONGEST_SLEEP));
        gangway_lock();
        gangway_wifi_tell();
        gangway_instant now = gangway_now();
        if (gangway_deadline() <= now) gangway_poll(now);
        gangway_unlock();
    }
}

esp_err_t gangway_esp_start(const char *name, const gangway_callbacks *callbacks) {
    if (mutex != NULL) return ESP_ERR_INVALID_STATE;
    mutex = xSemaphoreCreateMutex();
    if (mutex == NULL) return ESP_ERR_NO_MEM;
    gangway_lock(); /* what comes while it starts waits */
    esp_err_t error = gangway_wifi_start();
    if (error == ESP_OK) error = gangway_ble_start(name);
    if (error == ESP_OK) {
        gangway_start(&board, callbacks, gangway_now());
        BaseType_t made = xTaskCreate(
            run, "gangway", CONFIG_GANGWAY_TASK_STACK, NULL, CONFIG_GANGWAY_TASK_PRIORITY, &task);
        if (made != pdPASS) error = ESP_ERR_NO_MEM;
    }
    gangway_unlock();
    return error;
}

void gangway_esp_clear_credentials(void) {
    gangway_lock();
    gangway_clear_credentials(gangway_now());
    gangway_unlock();
    gangway_wake();
}

void gangway_esp_start_bluetooth(void) {
    gangway_lock();
    gangway_start_bluetooth();
    gangway_unlock();
}

void gangway_esp_stop_bluetooth(void) {
    gangway_lock();
    gangway_stop_bluetooth();
    gangway_unlock();
}

void gangway_esp_status(gangway_status *status) {
    gangway_lock();
    gangway_status_now(status);
    gangway_unlock();
}
