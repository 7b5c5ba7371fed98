#include <string.h>

#include "esp_log.h"
#include "gangway_esp_parts.h"
#include "host/ble_hs.h"
#include "host/util/util.h"
#include "nimble/nimble_port.h"
#include "nimble/nimble_port_freertos.h"
#include "sdkconfig.h"
#include "services/gap/ble_svc_gap.h"
#include "services/gatt/ble_svc_gatt.h"

static const char *const TAG = "gangway";

enum {
    SERVICES = 4,
    CHARACTERISTICS = 4, /* of a service, at most */
    LINKS = CONFIG_BT_NIMBLE_MAX_CONNECTIONS,
    PREFERRED_MTU = 512,
    ATT_HEADER = 3,      /* of a notification: what is left of the MTU carries the value */
    SPARE_BUFFERS = 6,   /* fewer free than this: a list waits */
    TURN = 1000          /* for so long each of several services is advertised, in milliseconds */
};

/* A characteristic as NimBLE calls us for it. */
typedef struct {
    uint8_t service;
    uint8_t number;
    uint8_t bit; /* of it in a link's subscriptions */
    uint16_t handle;
    ble_uuid128_t uuid;
} served;

/* A central's link. */
typedef struct {
    bool is_used;
    uint16_t connection;
    uint16_t subscribed; /* a bit each */
    uint16_t indicated;  /* of these, those that want indications */
} link;

static struct {
    const char *name;
    struct ble_gatt_svc_def services[SERVICES + 1];
    struct ble_gatt_chr_def characteristics[SERVICES][CHARACTERISTICS + 1];
    ble_uuid128_t uuids[SERVICES];
    served served[SERVICES][CHARACTERISTICS];
    uint8_t count; /* of services */
    link links[LINKS];
    uint8_t data[SERVICES][16 + 20]; /* of a service, behind its UUID as advertisements carry it */
    uint8_t data_count[SERVICES];
    uint8_t turn; /* the service that is advertised */
    uint8_t own_address_type;
    bool is_synchronized;
    bool is_wanted; /* on the air */
    uint8_t value[512];
} own;

extern void ble_store_config_init(void);

static int on_gap(struct ble_gap_event *event, void *context);

/* Our UUIDs have the most significant byte first, the air has it last. */
static void reverse(uint8_t *target, const uint8_t *uuid) {
    for (int index = 0; index < 16; index++) target[index] = uuid[15 - index];
}

/* The number by which the device's end knows the central of a link: above 0. */
static uint32_t client_of(uint16_t connection) { return (uint32_t)connection + 1; }

static link *link_of(uint16_t connection) {
    for (int index = 0; index < LINKS; index++) {
        if (own.links[index].is_used && own.links[index].connection == connection) return &own.links[index];
    }
    return NULL;
}

/* ---- Advertising ---- */

/* Flags and the service's UUID in the advertisement; its data and as much of the name as fits in the scan response. */
static int set_fields(uint8_t service) {
    struct ble_hs_adv_fields fields, response;
    memset(&fields, 0, sizeof fields);
    memset(&response, 0, sizeof response);
    fields.flags = BLE_HS_ADV_F_DISC_GEN | BLE_HS_ADV_F_BREDR_UNSUP;
    fields.uuids128 = &own.uuids[service];
    fields.num_uuids128 = 1;
    fields.uuids128_is_complete = own.count == 1 ? 1 : 0;
    size_t room = BLE_HS_ADV_MAX_SZ - 2;
    if (own.data_count[service] > 0) {
        response.svc_data_uuid128 = own.data[service];
        response.svc_data_uuid128_len = own.data_count[service];
        room = (size_t)(BLE_HS_ADV_MAX_SZ - 4) - own.data_count[service];
    }
    size_t length = strlen(own.name);
    response.name = (const uint8_t *)own.name;
    response.name_len = (uint8_t)(length < room ? length : room);
    response.name_is_complete = length <= room ? 1 : 0;
    int error = ble_gap_adv_set_fields(&fields);
    return error != 0 ? error : ble_gap_adv_rsp_set_fields(&response);
}

/* Advertises the service whose turn it is: where there are several, each for a while, since their UUIDs do not fit together. */
static void advertise(void) {
    struct ble_gap_adv_params parameters;
    if (!own.is_synchronized || !own.is_wanted || ble_gap_adv_active()) return;
    memset(&parameters, 0, sizeof parameters);
    parameters.conn_mode = BLE_GAP_CONN_MODE_UND;
    parameters.disc_mode = BLE_GAP_DISC_MODE_GEN;
    int error = set_fields(own.turn);
    if (error == 0) {
        int32_t duration = own.count > 1 ? TURN : BLE_HS_FOREVER;
        error = ble_gap_adv_start(own.own_address_type, NULL, duration, &parameters, on_gap, NULL);
    }
    /* With every link taken there is nothing to connect to: it begins again when one ends. */
    if (error != 0 && error != BLE_HS_ENOMEM) ESP_LOGW(TAG, "not advertising: %d", error);
}

void gangway_ble_start_advertising(void *context) {
    (void)context;
    own.is_wanted = true;
    advertise();
}

void gangway_ble_stop_advertising(void *context) {
    (void)context;
    own.is_wanted = false;
    if (own.is_synchronized) (void)ble_gap_adv_stop();
    for (int index = 0; index < LINKS; index++) {
        if (own.links[index].is_used) {
            (void)ble_gap_terminate(own.links[index].connection, BLE_ERR_REM_USER_CONN_TERM);
        }
    }
}

void gangway_ble_advertise(void *context, uint8_t service, const uint8_t *data, size_t count) {
    (void)context;
    if (service >= own.count || count > 20) return;
    uint8_t *target = own.data[service];
    uint8_t length = (uint8_t)(16 + count);
    if (own.data_count[service] == length && memcmp(target + 16, data, count) == 0) return;
    memcpy(target, own.uuids[service].value, 16);
    memcpy(target + 16, data, count);
    own.data_count[service] = length;
    if (own.is_synchronized && own.is_wanted && own.turn == service) (void)set_fields(service);
}

/* ---- Values ---- */

bool gangway_ble_can_notify(void *context) {
    (void)context;
    return os_msys_num_free() > SPARE_BUFFERS;
}

/* One piece to one central. */
static bool send(const link *to, const served *from, const uint8_t *piece, uint16_t count) {
    struct os_mbuf *buffer = ble_hs_mbuf_from_flat(piece, count);
    if (buffer == NULL) return false;
    bool is_indicated = (to->indicated >> from->bit & 1) != 0;
    int error = is_indicated ? ble_gatts_indicate_custom(to->connection, from->handle, buffer)
                             : ble_gatts_notify_custom(to->connection, from->handle, buffer);
    return error == 0;
}

void gangway_ble_notify(
    void *context, uint8_t service, uint8_t characteristic, const uint8_t *value, size_t count) {
    (void)context;
    const served *from = NULL;
    if (service >= own.count) return;
    for (int place = 0; place < CHARACTERISTICS; place++) {
        const served *one = &own.served[service][place];
        if (one->handle != 0 && one->number == characteristic) from = one;
    }
    for (int index = 0; from != NULL && index < LINKS; index++) {
        const link *to = &own.links[index];
        if (!to->is_used || (to->subscribed >> from->bit & 1) == 0) continue;
        size_t mtu = ble_att_mtu(to->connection);
        size_t most = mtu > ATT_HEADER + 20 ? mtu - ATT_HEADER : 20;
        for (size_t start = 0; start < count; start += most) {
            size_t length = count - start < most ? count - start : most;
            if (!send(to, from, value + start, (uint16_t)length)) {
                ESP_LOGW(TAG, "a notification of %u bytes is lost", (unsigned)count);
                break;
            }
        }
    }
}

static int read_value(const served *which, struct os_mbuf *target) {
    int count = gangway_read(which->service, which->number, own.value);
    if (count < 0) return BLE_ATT_ERR_READ_NOT_PERMITTED;
    return os_mbuf_append(target, own.value, (uint16_t)count) == 0 ? 0 : BLE_ATT_ERR_INSUFFICIENT_RES;
}

/* NimBLE puts the pieces of a long write together. */
static int write_value(const served *which, uint16_t connection, const struct os_mbuf *source) {
    uint16_t count = 0;
    if (ble_hs_mbuf_to_flat(source, own.value, sizeof own.value, &count) != 0) {
        return BLE_ATT_ERR_INVALID_ATTR_VALUE_LEN;
    }
    int error = gangway_written(
        which->service, which->number, client_of(connection), 0, own.value, count, gangway_now());
    gangway_erase(own.value, count); /* it may have held a passphrase */
    return error;
}

static int on_access(
    uint16_t connection, uint16_t attribute, struct ble_gatt_access_ctxt *access, void *context) {
    const served *which = (const served *)context;
    int error = BLE_ATT_ERR_UNLIKELY;
    (void)attribute;
    gangway_lock();
    if (access->op == BLE_GATT_ACCESS_OP_READ_CHR) error = read_value(which, access->om);
    if (access->op == BLE_GATT_ACCESS_OP_WRITE_CHR) error = write_value(which, connection, access->om);
    gangway_unlock();
    gangway_wake();
    return error;
}

/* ---- Links ---- */

static void connected(uint16_t connection) {
    for (int index = 0; index < LINKS; index++) {
        link *free_one = &own.links[index];
        if (free_one->is_used) continue;
        memset(free_one, 0, sizeof *free_one);
        free_one->is_used = true;
        free_one->connection = connection;
        gangway_client_connected(client_of(connection), gangway_now());
        return;
    }
}

static void left(uint16_t connection) {
    link *one = link_of(connection);
    if (one == NULL) return;
    one->is_used = false;
    gangway_client_left(client_of(connection), gangway_now());
}

static void subscribed(uint16_t connection, uint16_t attribute, bool is_on, bool is_indicated) {
    link *one = link_of(connection);
    for (int index = 0; one != NULL && index < SERVICES * CHARACTERISTICS; index++) {
        const served *which = &own.served[index / CHARACTERISTICS][index % CHARACTERISTICS];
        if (which->handle == 0 || which->handle != attribute) continue;
        uint16_t bit = (uint16_t)(1u << which->bit);
        bool was_on = (one->subscribed & bit) != 0;
        one->subscribed = (uint16_t)(is_on ? one->subscribed | bit : one->subscribed & ~bit);
        one->indicated = (uint16_t)(is_indicated ? one->indicated | bit : one->indicated & ~bit);
        if (is_on && !was_on) {
            gangway_subscribed(which->service, which->number, client_of(connection), gangway_now());
        }
    }
}

/* The peer has lost its half of the bond: ours goes too, and pairing is done anew. */
static int forget_bond(uint16_t connection) {
    struct ble_gap_conn_desc description;
    if (ble_gap_conn_find(connection, &description) == 0) {
        (void)ble_store_util_delete_peer(&description.peer_id_addr);
    }
    return BLE_GAP_REPEAT_PAIRING_RETRY;
}

static int on_gap(struct ble_gap_event *event, void *context) {
    (void)context;
    /* A notification is told of while it is sent, by whoever holds the lock. */
    if (event->type == BLE_GAP_EVENT_NOTIFY_TX) return 0;
    if (event->type == BLE_GAP_EVENT_REPEAT_PAIRING) return forget_bond(event->repeat_pairing.conn_handle);
    gangway_lock();
    switch (event->type) {
    case BLE_GAP_EVENT_CONNECT:
        if (event->connect.status == 0) connected(event->connect.conn_handle);
        advertise(); /* it stops when a central connects */
        break;
    case BLE_GAP_EVENT_DISCONNECT:
        left(event->disconnect.conn.conn_handle);
        advertise();
        break;
    case BLE_GAP_EVENT_ADV_COMPLETE:
        own.turn = (uint8_t)((own.turn + 1) % own.count);
        advertise();
        break;
    case BLE_GAP_EVENT_SUBSCRIBE:
        subscribed(
            event->subscribe.conn_handle, event->subscribe.attr_handle,
            event->subscribe.cur_notify != 0 || event->subscribe.cur_indicate != 0,
            event->subscribe.cur_indicate != 0 && event->subscribe.cur_notify == 0);
        break;
    default: break;
    }
    gangway_unlock();
    gangway_wake();
    return 0;
}

/* ---- The start ---- */

static ble_gatt_chr_flags flags_of(uint16_t properties) {
    ble_gatt_chr_flags flags = 0;
    if (properties & GANGWAY_READ) flags |= BLE_GATT_CHR_F_READ;
    if (properties & GANGWAY_WRITE_WITHOUT_RESPONSE) flags |= BLE_GATT_CHR_F_WRITE_NO_RSP;
    if (properties & GANGWAY_WRITE) flags |= BLE_GATT_CHR_F_WRITE;
    if (properties & GANGWAY_NOTIFY) flags |= BLE_GATT_CHR_F_NOTIFY;
    if (properties & GANGWAY_INDICATE) flags |= BLE_GATT_CHR_F_INDICATE;
    if (properties & GANGWAY_ENCRYPTED_READ) flags |= BLE_GATT_CHR_F_READ_ENC;
    if (properties & GANGWAY_ENCRYPTED_WRITE) flags |= BLE_GATT_CHR_F_WRITE_ENC;
#ifdef BLE_GATT_CHR_F_NOTIFY_INDICATE_ENC /* not in every version: then the first encrypted write is what pairs */
    if (properties & GANGWAY_ENCRYPTED_NOTIFY) flags |= BLE_GATT_CHR_F_NOTIFY_INDICATE_ENC;
#endif
    return flags;
}

static void describe_characteristic(uint8_t service, uint8_t place, uint8_t bit) {
    gangway_characteristic facts;
    served *which = &own.served[service][place];
    struct ble_gatt_chr_def *definition = &own.characteristics[service][place];
    gangway_characteristic_at(service, place, &facts);
    which->service = service;
    which->number = facts.number;
    which->bit = bit;
    which->uuid.u.type = BLE_UUID_TYPE_128;
    reverse(which->uuid.value, facts.uuid);
    definition->uuid = &which->uuid.u;
    definition->access_cb = on_access;
    definition->arg = which;
    definition->flags = flags_of(facts.properties);
    definition->val_handle = &which->handle;
}

/* NimBLE's tables of what the device's end serves. */
static void describe_services(void) {
    uint8_t bit = 0;
    own.count = gangway_service_count() < SERVICES ? gangway_service_count() : SERVICES;
    for (uint8_t service = 0; service < own.count; service++) {
        uint8_t uuid[16];
        gangway_service_uuid(service, uuid);
        own.uuids[service].u.type = BLE_UUID_TYPE_128;
        reverse(own.uuids[service].value, uuid);
        own.services[service].type = BLE_GATT_SVC_TYPE_PRIMARY;
        own.services[service].uuid = &own.uuids[service].u;
        own.services[service].characteristics = own.characteristics[service];
        for (uint8_t place = 0; place < gangway_characteristic_count(service) && place < CHARACTERISTICS; place++) {
            describe_characteristic(service, place, bit++);
        }
    }
}

static void on_sync(void) {
    gangway_lock();
    (void)ble_hs_util_ensure_addr(0);
    own.is_synchronized = ble_hs_id_infer_auto(0, &own.own_address_type) == 0;
    advertise();
    gangway_unlock();
}

/* The controller was reset: every link is gone, and the host synchronizes anew. */
static void on_reset(int reason) {
    ESP_LOGW(TAG, "Bluetooth was reset: %d", reason);
    gangway_lock();
    own.is_synchronized = false;
    for (int index = 0; index < LINKS; index++) {
        if (own.links[index].is_used) left(own.links[index].connection);
    }
    gangway_unlock();
}

static void run_host(void *context) {
    (void)context;
    nimble_port_run();
    nimble_port_freertos_deinit();
}

esp_err_t gangway_ble_start(const char *name) {
    own.name = name;
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
    ble_store_config_init();
    ble_svc_gap_init();
    ble_svc_gatt_init();
    describe_services();
    bool is_served = ble_att_set_preferred_mtu(PREFERRED_MTU) == 0 && ble_svc_gap_device_name_set(name) == 0 &&
        ble_gatts_count_cfg(own.services) == 0 && ble_gatts_add_svcs(own.services) == 0;
    if (!is_served) return ESP_FAIL;
    nimble_port_freertos_init(run_host);
    return ESP_OK;
}
