/*
 * What the parts of the device's end have in common: names, states, access points, credentials, and the messages that
 * wait to be sent. Plain C11, no heap; the same facts as the Swift types of the same names.
 */
#ifndef GANGWAY_TYPES_H
#define GANGWAY_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A point in time: milliseconds on a monotonic clock of yours, since any moment. No part reads a clock. */
typedef uint64_t gangway_instant;
/* The instant that never comes: a deadline that is not set. */
#define GANGWAY_NEVER UINT64_MAX

/* The name of a network: 0 to 32 bytes that need not be text. Bytes past the length are zero. */
typedef struct gangway_ssid {
    uint8_t length;
    uint8_t bytes[32];
} gangway_ssid;

/* Where the device stands with its Wi-Fi. */
typedef enum gangway_state {
    GANGWAY_NOT_CONFIGURED = 0,     /* no network is stored */
    GANGWAY_DISCONNECTED = 1,       /* one is stored; the device is not on it and not trying */
    GANGWAY_ASSOCIATING = 2,        /* looking for the access point, associating */
    GANGWAY_AUTHENTICATING = 3,     /* proving the passphrase */
    GANGWAY_OBTAINING_ADDRESS = 4,  /* on the network, without an address yet */
    GANGWAY_CONNECTED = 5,          /* on the network, with an address */
    GANGWAY_FAILED = 6              /* the last try failed */
} gangway_state;

/* Why a join failed. Numbers that are not listed may come. */
typedef enum gangway_reason {
    GANGWAY_REASON_UNSPECIFIED = 0,
    GANGWAY_WRONG_PASSPHRASE = 1,     /* the access point refused the passphrase */
    GANGWAY_NETWORK_NOT_FOUND = 2,    /* no access point of that name answered */
    GANGWAY_TIME_OUT = 3,             /* it took longer than its limit */
    GANGWAY_NO_ADDRESS = 4,           /* associated, but no address was handed out */
    GANGWAY_UNSUPPORTED_SECURITY = 5, /* the device cannot do this kind of security */
    GANGWAY_DEVICE_FAULT = 6,         /* driver, memory, or the store */
    GANGWAY_STORAGE_FAILED = 7,       /* the credentials could not be stored */
    GANGWAY_CREDENTIALS_REFUSED = 8,  /* they cannot be those of that network; not tried */
    GANGWAY_CONNECTION_FAILED = 9     /* nothing more is known */
} gangway_reason;

/* How an access point secures its network: 0x100 plus its number for a kind that has no name here. */
enum {
    GANGWAY_OPEN = 0,
    GANGWAY_WEP = 1,
    GANGWAY_WPA_PERSONAL = 2, /* WPA, WPA2, or both */
    GANGWAY_WPA2_ENTERPRISE = 3,
    GANGWAY_WPA3_PERSONAL = 4,
    GANGWAY_SECURITY_UNSPECIFIED = 0x200
};

/* A band of radio frequencies: in 6 GHz the numbers of channels begin again at 1. */
enum {
    GANGWAY_BAND_UNSPECIFIED = 0, /* any, or not said */
    GANGWAY_BAND_2_4_GHZ = 1,
    GANGWAY_BAND_5_GHZ = 2,
    GANGWAY_BAND_6_GHZ = 3
};

/* Where the device stands, and with which network. */
typedef struct gangway_status {
    gangway_state state;
    gangway_reason reason; /* of GANGWAY_FAILED, else 0 */
    uint8_t address[4];    /* of GANGWAY_CONNECTED, first byte first, else zeros */
    gangway_ssid ssid;     /* the one it is on or tries, whose join failed, or that is stored */
    int8_t signal;         /* dBm, where has_signal, else 0 */
    bool has_signal;
    bool is_provisioned; /* a network is stored that has worked */
} gangway_status;

/* One access point as a scan found it. */
typedef struct gangway_access_point {
    gangway_ssid ssid;
    uint16_t security;
    int8_t signal;   /* dBm */
    uint8_t channel; /* 0 where it is not known */
    uint8_t band;    /* GANGWAY_BAND_UNSPECIFIED: by its channel, above 14 5 GHz */
    uint8_t bssid[6]; /* the access point's own address, first byte first, where has_bssid */
    bool has_bssid;
} gangway_access_point;

/* What it takes to join. Overwrite with gangway_erase what you copied of it. */
typedef struct gangway_credentials {
    gangway_ssid ssid;
    uint8_t passphrase_length; /* 0 for an open network, 64 for a key in hex digits */
    uint8_t passphrase[64];    /* not terminated */
    uint16_t security;         /* GANGWAY_SECURITY_UNSPECIFIED where nobody said */
    bool is_hidden;            /* the network hides its name, and has to be asked for */
    bool is_volatile;          /* to be forgotten when the device restarts; WiFiSet never says so */
    /* One access point of the network that was picked: no other is joined then. WiFiSet never says so. */
    bool has_bssid;
    uint8_t bssid[6]; /* first byte first, where has_bssid */
    uint8_t channel;  /* 0: any */
    uint8_t band;     /* GANGWAY_BAND_UNSPECIFIED: any */
} gangway_credentials;

/* The messages that wait to be sent: fixed memory of the caller, drained after each event. */
#define GANGWAY_OUTBOX_BYTES 512
#define GANGWAY_OUTBOX_MESSAGES 8
typedef struct gangway_outbox {
    uint8_t bytes[GANGWAY_OUTBOX_BYTES];
    uint16_t ends[GANGWAY_OUTBOX_MESSAGES];
    uint8_t characteristics[GANGWAY_OUTBOX_MESSAGES];
    uint8_t count;
} gangway_outbox;

/* Appends a copy of a message; false, and nothing appended, where there is no room for all of it. */
bool gangway_outbox_append(gangway_outbox *outbox, uint8_t characteristic, const uint8_t *bytes, size_t count);
/* Message `index`, below outbox->count: its first byte, its length, and the number of its characteristic. */
const uint8_t *gangway_outbox_message(
    const gangway_outbox *outbox, uint8_t index, size_t *count, uint8_t *characteristic);
/* Forgets all messages and overwrites them. */
void gangway_outbox_clear(gangway_outbox *outbox);

/* The name of `count` bytes; false, and an empty name, where there are more than 32. */
bool gangway_ssid_set(gangway_ssid *ssid, const uint8_t *bytes, size_t count);
/* Whether both names have the same bytes. */
bool gangway_ssid_equal(const gangway_ssid *left, const gangway_ssid *right);
/* Whether the name is empty or all zeros, as access points hide it. */
bool gangway_ssid_is_hidden(const gangway_ssid *ssid);
/* Whether both say the same in all. */
bool gangway_status_equal(const gangway_status *left, const gangway_status *right);
/* Whether both have the same state, with its address or reason. */
bool gangway_state_equal(const gangway_status *left, const gangway_status *right);
/* Overwrites a secret; no compiler leaves it out. */
void gangway_erase(void *memory, size_t count);

/* `milliseconds` after `now`, or the last instant there is. */
static inline gangway_instant gangway_after(gangway_instant now, uint32_t milliseconds) {
    return now > GANGWAY_NEVER - milliseconds ? GANGWAY_NEVER : now + milliseconds;
}

#ifdef __cplusplus
}
#endif
#endif
