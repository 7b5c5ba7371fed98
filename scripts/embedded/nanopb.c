/* What Nordic's messages take with nanopb on a microcontroller: requests are decoded, and information, responses and results
 * encoded, into and from fields of fixed size, as the device's end has to. It is linked, not run; scripts/size-nanopb. */
#include <pb_decode.h>
#include <pb_encode.h>

typedef PB_BYTES_ARRAY_T(32) ssid_t;
typedef PB_BYTES_ARRAY_T(6) bssid_t;
typedef PB_BYTES_ARRAY_T(64) passphrase_t;
typedef PB_BYTES_ARRAY_T(4) address_t;

typedef struct { uint32_t version; } Info;
typedef struct { ssid_t ssid; bssid_t bssid; bool has_band; uint32_t band, channel; bool has_auth; uint32_t auth; } WifiInfo;
typedef struct {
    bool has_band; uint32_t band; bool has_passive, passive; bool has_period; uint32_t period; bool has_group; uint32_t group;
} ScanParams;
typedef struct {
    bool has_wifi; WifiInfo wifi; bool has_passphrase; passphrase_t passphrase; bool has_is_volatile, is_volatile;
} WifiConfig;
typedef struct {
    bool has_op_code; uint32_t op_code; bool has_scan_params; ScanParams scan_params; bool has_config; WifiConfig config;
} Request;
typedef struct { bool has_ip4; address_t ip4; } ConnectionInfo;
typedef struct {
    bool has_state; uint32_t state; bool has_network; WifiInfo network; bool has_connection; ConnectionInfo connection;
    bool has_scan; ScanParams scan;
} DeviceStatus;
typedef struct {
    bool has_op_code; uint32_t op_code; bool has_status; uint32_t status; bool has_device; DeviceStatus device;
} Response;
typedef struct { bool has_wifi; WifiInfo wifi; bool has_rssi; int32_t rssi; } ScanRecord;
typedef struct {
    bool has_record; ScanRecord record; bool has_state; uint32_t state; bool has_reason; uint32_t reason;
} Result;

#define Info_FIELDLIST(X, a) X(a, STATIC, REQUIRED, UINT32, version, 1)
#define WifiInfo_FIELDLIST(X, a) \
    X(a, STATIC, REQUIRED, BYTES, ssid, 1) X(a, STATIC, REQUIRED, BYTES, bssid, 2) X(a, STATIC, OPTIONAL, UENUM, band, 3) \
    X(a, STATIC, REQUIRED, UINT32, channel, 4) X(a, STATIC, OPTIONAL, UENUM, auth, 5)
#define ScanParams_FIELDLIST(X, a) \
    X(a, STATIC, OPTIONAL, UENUM, band, 1) X(a, STATIC, OPTIONAL, BOOL, passive, 2) \
    X(a, STATIC, OPTIONAL, UINT32, period, 3) X(a, STATIC, OPTIONAL, UINT32, group, 4)
#define WifiConfig_FIELDLIST(X, a) \
    X(a, STATIC, OPTIONAL, MESSAGE, wifi, 1) X(a, STATIC, OPTIONAL, BYTES, passphrase, 2) \
    X(a, STATIC, OPTIONAL, BOOL, is_volatile, 3)
#define WifiConfig_wifi_MSGTYPE WifiInfo
#define Request_FIELDLIST(X, a) \
    X(a, STATIC, OPTIONAL, UENUM, op_code, 1) X(a, STATIC, OPTIONAL, MESSAGE, scan_params, 10) \
    X(a, STATIC, OPTIONAL, MESSAGE, config, 11)
#define Request_scan_params_MSGTYPE ScanParams
#define Request_config_MSGTYPE WifiConfig
#define ConnectionInfo_FIELDLIST(X, a) X(a, STATIC, OPTIONAL, BYTES, ip4, 1)
#define DeviceStatus_FIELDLIST(X, a) \
    X(a, STATIC, OPTIONAL, UENUM, state, 1) X(a, STATIC, OPTIONAL, MESSAGE, network, 10) \
    X(a, STATIC, OPTIONAL, MESSAGE, connection, 11) X(a, STATIC, OPTIONAL, MESSAGE, scan, 12)
#define DeviceStatus_network_MSGTYPE WifiInfo
#define DeviceStatus_connection_MSGTYPE ConnectionInfo
#define DeviceStatus_scan_MSGTYPE ScanParams
#define Response_FIELDLIST(X, a) \
    X(a, STATIC, OPTIONAL, UENUM, op_code, 1) X(a, STATIC, OPTIONAL, UENUM, status, 2) \
    X(a, STATIC, OPTIONAL, MESSAGE, device, 10)
#define Response_device_MSGTYPE DeviceStatus
#define ScanRecord_FIELDLIST(X, a) X(a, STATIC, OPTIONAL, MESSAGE, wifi, 1) X(a, STATIC, OPTIONAL, INT32, rssi, 2)
#define ScanRecord_wifi_MSGTYPE WifiInfo
#define Result_FIELDLIST(X, a) \
    X(a, STATIC, OPTIONAL, MESSAGE, record, 1) X(a, STATIC, OPTIONAL, UENUM, state, 2) X(a, STATIC, OPTIONAL, UENUM, reason, 3)
#define Result_record_MSGTYPE ScanRecord

#define MESSAGES(X) \
    X(Info) X(WifiInfo) X(ScanParams) X(WifiConfig) X(Request) X(ConnectionInfo) X(DeviceStatus) X(Response) X(ScanRecord) X(Result)
#define DECLARE(name) extern const pb_msgdesc_t name##_msg;
MESSAGES(DECLARE)
#define Info_CALLBACK NULL
#define Info_DEFAULT NULL
#define WifiInfo_CALLBACK NULL
#define WifiInfo_DEFAULT NULL
#define ScanParams_CALLBACK NULL
#define ScanParams_DEFAULT NULL
#define WifiConfig_CALLBACK NULL
#define WifiConfig_DEFAULT NULL
#define Request_CALLBACK NULL
#define Request_DEFAULT NULL
#define ConnectionInfo_CALLBACK NULL
#define ConnectionInfo_DEFAULT NULL
#define DeviceStatus_CALLBACK NULL
#define DeviceStatus_DEFAULT NULL
#define Response_CALLBACK NULL
#define Response_DEFAULT NULL
#define ScanRecord_CALLBACK NULL
#define ScanRecord_DEFAULT NULL
#define Result_CALLBACK NULL
#define Result_DEFAULT NULL
PB_BIND(Info, Info, AUTO)
PB_BIND(WifiInfo, WifiInfo, AUTO)
PB_BIND(ScanParams, ScanParams, AUTO)
PB_BIND(WifiConfig, WifiConfig, AUTO)
PB_BIND(Request, Request, AUTO)
PB_BIND(ConnectionInfo, ConnectionInfo, AUTO)
PB_BIND(DeviceStatus, DeviceStatus, AUTO)
PB_BIND(Response, Response, AUTO)
PB_BIND(ScanRecord, ScanRecord, AUTO)
PB_BIND(Result, Result, AUTO)

static Request request;
static Response response;
static Result result;
static Info info;

/* Reads the request in `bytes`. */
static bool take(const uint8_t *bytes, size_t count) {
    pb_istream_t stream = pb_istream_from_buffer(bytes, count);
    return pb_decode(&stream, &Request_msg, &request);
}

/* Writes what is told, by its kind, and says how many bytes it has. */
static size_t tell(int kind, uint8_t *bytes, size_t room) {
    pb_ostream_t stream = pb_ostream_from_buffer(bytes, room);
    bool is_written = kind == 0 ? pb_encode(&stream, &Info_msg, &info)
        : kind == 1 ? pb_encode(&stream, &Response_msg, &response) : pb_encode(&stream, &Result_msg, &result);
    return is_written ? stream.bytes_written : 0;
}

size_t gangway_nanopb(uint8_t *bytes, size_t count);
size_t gangway_nanopb(uint8_t *bytes, size_t count) { return take(bytes, count) ? tell(bytes[0], bytes, count) : 0; }
