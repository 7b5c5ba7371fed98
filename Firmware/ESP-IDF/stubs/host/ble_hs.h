/* Of NimBLE's host/ble_hs.h and what it includes, what is used here; compared with apache/mynewt-nimble: ble_gap.h of commit
 * 017b6a24, ble_hs_adv.h of 03c6c62e, ble_hs.h of 002458f3, and ble_gatt.h before and after the flags of characteristics grew
 * from 16 bits to 32, which STUBS_OF_A_LATER_NIMBLE chooses. */
#pragma once
#include <stddef.h>
#include <stdint.h>
struct os_mbuf;
typedef struct { uint8_t type; } ble_uuid_t;
typedef struct { ble_uuid_t u; uint8_t value[16]; } ble_uuid128_t;
typedef struct { uint8_t type, val[6]; } ble_addr_t;
enum { BLE_UUID_TYPE_128 = 128 };
enum { BLE_HS_ENOMEM = 6, BLE_ERR_REM_USER_CONN_TERM = 0x13, BLE_SM_IO_CAP_NO_IO = 3 };
enum { BLE_SM_PAIR_KEY_DIST_ENC = 1, BLE_SM_PAIR_KEY_DIST_ID = 2 };
enum { BLE_ATT_ERR_READ_NOT_PERMITTED = 2, BLE_ATT_ERR_INVALID_ATTR_VALUE_LEN = 13, BLE_ATT_ERR_UNLIKELY = 14,
       BLE_ATT_ERR_INSUFFICIENT_RES = 17 };
enum { BLE_GATT_ACCESS_OP_READ_CHR, BLE_GATT_ACCESS_OP_WRITE_CHR };
enum { BLE_GATT_SVC_TYPE_PRIMARY = 1 };
#ifdef STUBS_OF_A_LATER_NIMBLE
typedef uint32_t ble_gatt_chr_flags;
#define BLE_GATT_CHR_F_NOTIFY_INDICATE_ENC 0x8000
#else
typedef uint16_t ble_gatt_chr_flags;
#endif
#define BLE_GATT_CHR_F_READ 0x0002
#define BLE_GATT_CHR_F_WRITE_NO_RSP 0x0004
#define BLE_GATT_CHR_F_WRITE 0x0008
#define BLE_GATT_CHR_F_NOTIFY 0x0010
#define BLE_GATT_CHR_F_INDICATE 0x0020
#define BLE_GATT_CHR_F_READ_ENC 0x0200
#define BLE_GATT_CHR_F_WRITE_ENC 0x1000
struct ble_gatt_chr_def;
struct ble_gatt_dsc_def;
struct ble_gatt_cpfd;
struct ble_gatt_access_ctxt {
    uint8_t op;
    struct os_mbuf *om;
    union {
        const struct ble_gatt_chr_def *chr;
        const struct ble_gatt_dsc_def *dsc;
    };
    uint16_t offset;
};
typedef int ble_gatt_access_fn(
    uint16_t connection, uint16_t attribute, struct ble_gatt_access_ctxt *context, void *argument);
struct ble_gatt_chr_def {
    const ble_uuid_t *uuid;
    ble_gatt_access_fn *access_cb;
    void *arg;
    struct ble_gatt_dsc_def *descriptors;
    ble_gatt_chr_flags flags;
    uint8_t min_key_size;
    uint16_t *val_handle;
    struct ble_gatt_cpfd *cpfd;
};
struct ble_gatt_svc_def {
    uint8_t type;
    const ble_uuid_t *uuid;
    const struct ble_gatt_svc_def **includes;
    const struct ble_gatt_chr_def *characteristics;
};
int ble_gatts_count_cfg(const struct ble_gatt_svc_def *definitions);
int ble_gatts_add_svcs(const struct ble_gatt_svc_def *definitions);
int ble_gatts_notify_custom(uint16_t connection, uint16_t handle, struct os_mbuf *value);
int ble_gatts_indicate_custom(uint16_t connection, uint16_t handle, struct os_mbuf *value);
uint16_t ble_att_mtu(uint16_t connection);
int ble_att_set_preferred_mtu(uint16_t mtu);
struct os_mbuf *ble_hs_mbuf_from_flat(const void *bytes, uint16_t count);
int ble_hs_mbuf_to_flat(const struct os_mbuf *value, void *flat, uint16_t room, uint16_t *count);
int os_mbuf_append(struct os_mbuf *value, const void *bytes, uint16_t count);
int os_msys_num_free(void);
struct ble_gap_conn_desc { ble_addr_t our_id_addr, peer_id_addr; uint16_t conn_handle; };
struct ble_gap_repeat_pairing { uint16_t conn_handle; };
struct ble_gap_event {
    uint8_t type;
    union {
        struct { int status; uint16_t conn_handle; } connect;
        struct { int reason; struct ble_gap_conn_desc conn; } disconnect;
        struct {
            uint16_t conn_handle, attr_handle;
            uint8_t reason;
            uint8_t prev_notify : 1, cur_notify : 1, prev_indicate : 1, cur_indicate : 1;
        } subscribe;
        struct ble_gap_repeat_pairing repeat_pairing;
    };
};
enum { BLE_GAP_EVENT_CONNECT = 0, BLE_GAP_EVENT_DISCONNECT = 1, BLE_GAP_EVENT_ADV_COMPLETE = 9,
       BLE_GAP_EVENT_NOTIFY_TX = 13, BLE_GAP_EVENT_SUBSCRIBE = 14, BLE_GAP_EVENT_REPEAT_PAIRING = 17 };
enum { BLE_GAP_REPEAT_PAIRING_RETRY = 1, BLE_GAP_CONN_MODE_UND = 2, BLE_GAP_DISC_MODE_GEN = 2 };
enum { BLE_HS_ADV_F_DISC_GEN = 2, BLE_HS_ADV_F_BREDR_UNSUP = 4, BLE_HS_ADV_MAX_SZ = 31 };
#define BLE_HS_FOREVER INT32_MAX
typedef int ble_gap_event_fn(struct ble_gap_event *event, void *argument);
struct ble_gap_adv_params {
    uint8_t conn_mode, disc_mode;
    uint16_t itvl_min, itvl_max;
    uint8_t channel_map, filter_policy;
    uint8_t high_duty_cycle : 1;
};
struct ble_hs_adv_fields {
    uint8_t flags;
    const ble_uuid128_t *uuids128;
    uint8_t num_uuids128;
    unsigned uuids128_is_complete : 1;
    const uint8_t *name;
    uint8_t name_len;
    unsigned name_is_complete : 1;
    const uint8_t *svc_data_uuid128;
    uint8_t svc_data_uuid128_len;
};
int ble_gap_adv_set_fields(const struct ble_hs_adv_fields *fields);
int ble_gap_adv_rsp_set_fields(const struct ble_hs_adv_fields *fields);
int ble_gap_adv_start(
    uint8_t own_type, const ble_addr_t *direct, int32_t milliseconds, const struct ble_gap_adv_params *parameters,
    ble_gap_event_fn *callback, void *argument);
int ble_gap_adv_stop(void);
int ble_gap_adv_active(void);
int ble_gap_terminate(uint16_t connection, uint8_t reason);
int ble_gap_conn_find(uint16_t connection, struct ble_gap_conn_desc *description);
int ble_store_util_delete_peer(const ble_addr_t *peer);
int ble_hs_id_infer_auto(int privacy, uint8_t *type);
struct ble_store_status_event;
typedef int ble_store_status_fn(struct ble_store_status_event *event, void *argument);
int ble_store_util_status_rr(struct ble_store_status_event *event, void *argument);
typedef void ble_hs_reset_fn(int reason);
typedef void ble_hs_sync_fn(void);
struct ble_hs_cfg {
    uint8_t sm_io_cap;
    unsigned sm_oob_data_flag : 1, sm_bonding : 1, sm_mitm : 1, sm_sc : 1, sm_keypress : 1;
    uint8_t sm_our_key_dist, sm_their_key_dist;
    ble_hs_reset_fn *reset_cb;
    ble_hs_sync_fn *sync_cb;
    ble_store_status_fn *store_status_cb;
};
extern struct ble_hs_cfg ble_hs_cfg;
