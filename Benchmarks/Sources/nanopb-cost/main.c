// nanopb-cost COUNT: decodes a scan record of Nordic's service so many times with nanopb, as firmware does: into fields of
// fixed size. It is the same record as in NordicWiFiCosts.swift.
#include <pb_decode.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef PB_BYTES_ARRAY_T(32) ssid_t;
typedef PB_BYTES_ARRAY_T(6) bssid_t;

typedef struct {
    ssid_t ssid;
    bssid_t bssid;
    bool has_band;
    uint32_t band;
    uint32_t channel;
    bool has_auth;
    uint32_t auth;
} WifiInfo;

typedef struct {
    bool has_wifi;
    WifiInfo wifi;
    bool has_rssi;
    int32_t rssi;
} ScanRecord;

typedef struct {
    bool has_scan_record;
    ScanRecord scan_record;
    bool has_state;
    uint32_t state;
    bool has_reason;
    uint32_t reason;
} Result;

#define WifiInfo_FIELDLIST(X, a)            \
    X(a, STATIC, REQUIRED, BYTES, ssid, 1)  \
    X(a, STATIC, REQUIRED, BYTES, bssid, 2) \
    X(a, STATIC, OPTIONAL, UENUM, band, 3)  \
    X(a, STATIC, REQUIRED, UINT32, channel, 4) \
    X(a, STATIC, OPTIONAL, UENUM, auth, 5)
#define WifiInfo_CALLBACK NULL
#define WifiInfo_DEFAULT NULL

#define ScanRecord_FIELDLIST(X, a)           \
    X(a, STATIC, OPTIONAL, MESSAGE, wifi, 1) \
    X(a, STATIC, OPTIONAL, INT32, rssi, 2)
#define ScanRecord_CALLBACK NULL
#define ScanRecord_DEFAULT NULL
#define ScanRecord_wifi_MSGTYPE WifiInfo

#define Result_FIELDLIST(X, a)                      \
    X(a, STATIC, OPTIONAL, MESSAGE, scan_record, 1) \
    X(a, STATIC, OPTIONAL, UENUM, state, 2)         \
    X(a, STATIC, OPTIONAL, UENUM, reason, 3)
#define Result_CALLBACK NULL
#define Result_DEFAULT NULL
#define Result_scan_record_MSGTYPE ScanRecord

extern const pb_msgdesc_t WifiInfo_msg, ScanRecord_msg, Result_msg;
PB_BIND(WifiInfo, WifiInfo, AUTO)
PB_BIND(ScanRecord, ScanRecord, AUTO)
PB_BIND(Result, Result, AUTO)

static const uint8_t record[] = {
    0x0A, 0x21, 0x0A, 0x14, 0x0A, 0x04, 0x42, 0x61, 0x72, 0x6E, 0x12, 0x06, 0xC0, 0xFF, 0xEE, 0x80, 0x81, 0xFE,
    0x18, 0x01, 0x20, 0x06, 0x28, 0x03, 0x10, 0xC8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01,
};

int main(int argc, char **argv) {
    long count = argc > 1 ? atol(argv[1]) : 1;
    long sum = 0;
    for (long index = 0; index < count; index++) {
        Result result;
        pb_istream_t stream = pb_istream_from_buffer(record, sizeof record);
        if (!pb_decode(&stream, &Result_msg, &result) || result.scan_record.wifi.ssid.size != 4) return 1;
        sum += result.scan_record.rssi;
    }
    printf("%ld\n", sum);
    return sum == -56 * count ? 0 : 1;
}
