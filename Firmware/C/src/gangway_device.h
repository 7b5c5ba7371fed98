/*
 * The device's end of Gangway for firmware in C and C++: takes Wi-Fi credentials over Bluetooth LE, joins, tells how it
 * goes, keeps the network that worked until the new one works, and joins what is stored by itself after a restart.
 *
 * One header, two implementations. gangway_device.c beside it is plain C and serves WiFiSet: for the chips that Swift has
 * no compiler for (ESP32, ESP32-S2, ESP32-S3, any Arduino). On the others the same functions come from Swift and serve
 * every protocol. A chip has one device: the functions take no handle.
 *
 *     static const gangway_board board = {...};           what your chip does
 *     static const gangway_callbacks callbacks = {...};   what you want to hear
 *     gangway_start(&board, &callbacks, now());
 *     for (;;) {
 *         // tell it what the radio, the Wi-Fi and the scan said, then:
 *         gangway_poll(now());
 *         // sleep until something happens, or gangway_deadline()
 *     }
 *
 * All functions are called from one task. What a driver tells from a task or an interrupt of its own is queued and told
 * by that one. Functions of the board and callbacks must not call back, except that a callback may call gangway_status_now.
 * No heap; of libc memcpy, memcmp and memset only. `now` is milliseconds on a clock that never goes back.
 *
 * WiFiSet is not encrypted: a passphrase goes over the air as it is. Whoever brings the credentials should know that.
 */
#ifndef GANGWAY_DEVICE_H
#define GANGWAY_DEVICE_H

#include "gangway_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a store keeps credentials. */
typedef enum gangway_slot {
    GANGWAY_COMMITTED = 0, /* those of the network that worked */
    GANGWAY_STAGED = 1     /* those that have not worked yet */
} gangway_slot;

/* Where a device is to be steered, by protocols that say it (WiFiSet does not): both texts are terminated. */
typedef struct gangway_control_address {
    char topic[201];
    char id[37];
} gangway_control_address;

/* How a scan is to be done; all zeros is *as you like*. */
typedef struct gangway_scan_options {
    uint8_t band; /* GANGWAY_BAND_... */
    bool is_passive;
    uint16_t channel_group;  /* how many channels to scan before going back to the present network, 0: as you like */
    uint32_t period;         /* milliseconds a channel, 0: as you like */
} gangway_scan_options;

/*
 * What your chip does. Every function is there, gets `context`, and returns at once: joining and scanning are begun, and
 * how they go is told by gangway_wifi_changed and gangway_scan_finished.
 */
typedef struct gangway_board {
    void *context;

    /* Whether a notification would be taken now. A list of networks waits where it would not. */
    bool (*can_notify)(void *context);
    /* Begins to advertise the services, connectable. */
    void (*start_advertising)(void *context);
    /* Ends that and all links; each client is told by gangway_client_left. */
    void (*stop_advertising)(void *context);
    /* What the advertisement says as data of a service has come to be this, 20 bytes at most. WiFiSet says nothing. */
    void (*advertise)(void *context, uint8_t service, const uint8_t *data, size_t count);
    /* Sends `value` to every subscriber: whole where its ATT MTU is at least 3 bytes longer, otherwise in pieces of what
     * it carries. A value that cannot be queued is lost, as a notification may be. */
    void (*notify)(void *context, uint8_t service, uint8_t characteristic, const uint8_t *value, size_t count);

    /* Begins to look for access points; false where that cannot be. gangway_scan_finished tells the end. */
    bool (*start_scan)(void *context, const gangway_scan_options *options);
    /* Ends a scan early; its end is told all the same. */
    void (*stop_scan)(void *context);
    /* How many the last scan found, and one of them, strongest first. */
    uint16_t (*access_point_count)(void *context);
    void (*access_point)(void *context, uint16_t index, gangway_access_point *point);
    /* Leaves the present network and begins to join this one; false where that cannot be. */
    bool (*join)(void *context, const gangway_credentials *credentials);
    /* Leaves the present network and stays off it. */
    void (*leave)(void *context);

    /*
     * The store. Whenever the power goes, each slot has afterwards what it had before, or what it was to have. Encrypt it
     * where you can: it holds passphrases.
     */
    /* Finds out what is kept; the first of them. False where it cannot be read. */
    bool (*open_store)(void *context);
    /* The credentials in a slot; false where there are none. */
    bool (*load)(void *context, gangway_slot slot, gangway_credentials *credentials);
    /* Keeps credentials beside the committed ones, in the place of those staged before, with where the device is steered:
     * NULL leaves that as it is. False, and all as before, where it fails. */
    bool (*stage)(
        void *context, const gangway_credentials *credentials, const gangway_control_address *address);
    /* Puts the staged ones in the place of the committed ones; drops the staged ones; drops all. */
    bool (*commit)(void *context);
    bool (*roll_back)(void *context);
    bool (*forget)(void *context);
    /* Where the device is steered, by the committed credentials; false where nothing says it. NULL where no protocol does. */
    bool (*control_address)(void *context, gangway_control_address *address);
} gangway_board;

/* What you want to hear; any may be NULL. None brings a passphrase. */
typedef struct gangway_callbacks {
    void *context;
    void (*client_connected)(void *context, uint32_t client);
    void (*client_left)(void *context, uint32_t client);
    /* Credentials came in for this network, and are about to be stored. */
    void (*credentials_received)(void *context, const gangway_ssid *ssid);
    /* They would survive a loss of power, and are tried; or could not be stored, and all is as before. */
    void (*credentials_stored)(void *context, const gangway_ssid *ssid);
    void (*storing_failed)(void *context, const gangway_ssid *ssid);
    /* Where the device stands has changed. */
    void (*state_changed)(void *context, const gangway_status *status);
    /* It is on this network with this address, first byte first. */
    void (*wifi_connected)(void *context, const gangway_ssid *ssid, const uint8_t address[4]);
    /* The join failed; the network that worked before is taken up again. */
    void (*connection_failed)(void *context, const gangway_ssid *ssid, gangway_reason reason);
    /* All stored credentials are cleared. */
    void (*credentials_cleared)(void *context);
    /* The device is to be steered here, as credentials said that have worked. */
    void (*steered)(void *context, const gangway_control_address *address);
} gangway_callbacks;

/* A characteristic as the device serves it. */
typedef struct gangway_characteristic {
    uint8_t uuid[16];    /* as it is printed: the most significant byte first */
    uint16_t properties; /* bits of the Core Specification 5.4, Vol 3 Part G 3.3.1.1; above them the next three */
    uint8_t number;      /* the protocol's own */
} gangway_characteristic;

enum {
    GANGWAY_READ = 0x02,
    GANGWAY_WRITE_WITHOUT_RESPONSE = 0x04,
    GANGWAY_WRITE = 0x08,
    GANGWAY_NOTIFY = 0x10,
    GANGWAY_INDICATE = 0x20,
    GANGWAY_ENCRYPTED_READ = 0x100,
    GANGWAY_ENCRYPTED_WRITE = 0x200,
    GANGWAY_ENCRYPTED_NOTIFY = 0x400
};

/* The services, by their place. A service that there is not has no characteristics, and nothing is written of it. */
uint8_t gangway_service_count(void);
void gangway_service_uuid(uint8_t service, uint8_t uuid[16]);
uint8_t gangway_characteristic_count(uint8_t service);
void gangway_characteristic_at(uint8_t service, uint8_t place, gangway_characteristic *characteristic);

/* Reads what is stored, goes on the air, and joins the stored network or takes up the join that a loss of power cut off.
 * Both structures stay where they are for good; `callbacks` may be NULL. */
void gangway_start(const gangway_board *board, const gangway_callbacks *callbacks, gangway_instant now);
/* Does what is due, and tells the next part of a list where the radio takes it. */
void gangway_poll(gangway_instant now);
/* By when gangway_poll is to be called; GANGWAY_NEVER: not before something happens. */
gangway_instant gangway_deadline(void);
/* Leaves the network and forgets all: what a button does. credentials_cleared tells when it is done. */
void gangway_clear_credentials(gangway_instant now);
/* Where the device stands. */
void gangway_status_now(gangway_status *status);

/* Goes on the air, or off it; Wi-Fi stays as it is. */
void gangway_start_bluetooth(void);
void gangway_stop_bluetooth(void);
/* A client has connected, or its link has ended. Each has a number of its own, above 0. */
void gangway_client_connected(uint32_t client, gangway_instant now);
void gangway_client_left(uint32_t client, gangway_instant now);
/* A client has subscribed to a characteristic. */
void gangway_subscribed(uint8_t service, uint8_t characteristic, uint32_t client, gangway_instant now);
/* A client has written; above offset 0 the bytes continue the write before. The ATT error to answer with, 0 for success. */
uint8_t gangway_written(
    uint8_t service, uint8_t characteristic, uint32_t client, uint16_t offset, const uint8_t *bytes, size_t count,
    gangway_instant now);
/* A characteristic's value: how many bytes it has, -1 where it cannot be read. `target` has room for 512. */
int gangway_read(uint8_t service, uint8_t characteristic, uint8_t *target);

/* The Wi-Fi's state, network or signal has changed. is_provisioned of it says nothing. */
void gangway_wifi_changed(const gangway_status *status, gangway_instant now);
/* The scan has ended: complete, or it failed or was stopped. */
void gangway_scan_finished(bool is_complete, gangway_instant now);
/* Wi-Fi and store cannot be used now, or can again. */
void gangway_wifi_lost(gangway_instant now);
void gangway_wifi_available(gangway_instant now);

#ifdef __cplusplus
}
#endif
#endif
