/*
 * The device's end of WiFiSet 1.0 as a state machine, for chips that Swift has no compiler for: the C twin of
 * WiFiSet.DeviceMachine, which a test holds to the same bytes and the same actions on random input.
 *
 * It does no I/O and reads no clock: each event is a call, `now` and `status` are arguments, what is to be sent goes into
 * the lent outbox, which the caller drains before the next event. One task calls it. No heap; of libc memcpy, memcmp and
 * memset only. Firmware that wants the whole device's end, with store, join and callbacks, includes gangway_device.h.
 */
#ifndef WIFISET_DEVICE_H
#define WIFISET_DEVICE_H

#include "gangway_join.h"
#include "gangway_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The service is 4FAFC201-1FB5-459E-8FCC-C5C9C331914B. Its characteristics have their number in the place of the 1. */
enum {
    WIFISET_LIST = 2,             /* read, notify: the networks */
    WIFISET_CREDENTIAL_WRITE = 3, /* write: credentials, and requests for the status */
    WIFISET_STATUS = 4            /* read, notify: acknowledgements, status, errors */
};

/* How long the beginning of a long write is kept for its continuation, in milliseconds. */
#define WIFISET_CONTINUATION_LIMIT 1000u
/* How often the status is told without a change while a central is connected, in milliseconds. */
#define WIFISET_STATUS_INTERVAL 10000u
/* How many networks a list has at most: its end counts them in one byte. */
#define WIFISET_MAXIMUM_NETWORKS 255u

/* What the one that drives the machine is to do beyond draining the outbox. */
typedef enum wifiset_action {
    WIFISET_NOTHING = 0,
    WIFISET_SCAN = 1, /* look for networks: wifiset_found for each, then wifiset_scan_ended */
    WIFISET_JOIN = 2, /* wifiset_take_credentials, and have them joined */
    /* Answer the write with the ATT error in the low byte. */
    WIFISET_REFUSE_WRITE_NOT_PERMITTED = 0x103,
    WIFISET_REFUSE_INVALID_OFFSET = 0x107
} wifiset_action;

/* All that the device keeps of its centrals. Its members are the machine's own. */
typedef struct wifiset_device {
    uint8_t held[104]; /* a long write that is not complete, or credentials until they are taken */
    uint8_t last_status[64];
    uint8_t last_list[40];
    gangway_status told; /* what the last status told, its signal aside */
    gangway_instant held_until;
    gangway_instant status_due;
    gangway_instant repetition_ends;
    uint64_t last_digest;
    uint32_t held_by;
    uint16_t answered_end; /* where a write ends that is answered already and of which more may come, or 0 */
    uint16_t centrals;
    uint8_t held_count;
    uint8_t last_status_count;
    uint8_t last_list_count;
    uint8_t sequence;
    uint8_t list;
    uint8_t list_count;
    bool has_credentials;
    bool must_list_again; /* a central subscribed when entries had gone already */
} wifiset_device;

/* A device that nobody is connected to. */
void wifiset_init(wifiset_device *device);
/* A central has connected; 0 is one that the platform does not name. The first one begins the count of messages anew. */
void wifiset_connected(wifiset_device *device, uint32_t central, gangway_instant now);
/* A central's link has ended; what it had begun to write is dropped. */
void wifiset_disconnected(wifiset_device *device, uint32_t central, gangway_instant now);
/* A central has subscribed. On WIFISET_LIST that brings a list: its start at once, its entries after a scan. */
wifiset_action wifiset_subscribed(
    wifiset_device *device, uint8_t characteristic, uint32_t central, gangway_instant now, gangway_outbox *outbox);
/* A central has written; above offset 0 the bytes continue the write before. */
wifiset_action wifiset_written(
    wifiset_device *device, const uint8_t *bytes, size_t count, size_t offset, uint8_t characteristic, uint32_t central,
    gangway_instant now, const gangway_status *status, gangway_outbox *outbox);
/* What a read gives: how many bytes it has, at most 64, of which as many as fit are in `target`; -1: not readable. */
int wifiset_read(
    wifiset_device *device, uint8_t characteristic, const gangway_status *status, uint8_t *target, size_t room);
/* Hands over the credentials that WIFISET_JOIN was about and wipes the bytes they came in; false where there are none. */
bool wifiset_take_credentials(wifiset_device *device, gangway_credentials *credentials);
/* Tells the centrals what became of the credentials and of the join. */
void wifiset_report(
    wifiset_device *device, const gangway_step *step, const gangway_status *status, gangway_instant now,
    gangway_outbox *outbox);
/* An access point; strongest first. Where no list is wanted, or it has 255 already, nothing is sent. */
void wifiset_found(wifiset_device *device, const gangway_access_point *point, gangway_outbox *outbox);
/* The scan failed; what is known is told by wifiset_found all the same. */
void wifiset_scan_failed(wifiset_device *device, gangway_outbox *outbox);
/* All are told. */
wifiset_action wifiset_scan_ended(wifiset_device *device, gangway_outbox *outbox);
/* Whether access points are to be told. */
bool wifiset_wants_networks(const wifiset_device *device);
/* By when wifiset_tick is to be called, or GANGWAY_NEVER. */
gangway_instant wifiset_deadline(const wifiset_device *device);
/* A deadline may have passed. */
void wifiset_tick(
    wifiset_device *device, gangway_instant now, const gangway_status *status, gangway_outbox *outbox);
/* Forgets and overwrites what was begun to be written, and credentials that were not taken. */
void wifiset_wipe(wifiset_device *device);

#ifdef __cplusplus
}
#endif
#endif
