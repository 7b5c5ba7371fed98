/*
 * Takes a device from one network to another: the C twin of JoinCoordinator, which a test holds to the same steps.
 *
 * One join at a time, and the last write wins. The network that worked is kept until the new one works: *stage* makes new
 * credentials safe beside the committed ones, *commit* puts them in their place once the device has an address, *roll
 * back* drops them. The power may be cut at any step; gangway_join_store_read takes up what was cut off.
 *
 * Each function is an event. It returns what the station is to do, and the caller tells how that went by the function
 * that the action names; until then no other action comes.
 */
#ifndef GANGWAY_JOIN_H
#define GANGWAY_JOIN_H

#include "gangway_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A join goes on for so long without a change of the station's state, and in all, in milliseconds. */
#define GANGWAY_STALL_LIMIT 10000u
#define GANGWAY_JOIN_LIMIT 30000u
/* How long the scan before a join may take. */
#define GANGWAY_SCAN_LIMIT 10000u
/* How long a network that worked and is lost rests before it is tried again. */
#define GANGWAY_RETRY_INTERVAL 30000u

/* What the station is to do, and by which event it is answered. */
typedef enum gangway_join_action {
    GANGWAY_DO_NOTHING = 0,
    GANGWAY_READ_STORE = 1,     /* gangway_join_store_read, gangway_join_station_failed */
    GANGWAY_STAGE = 2,          /* the coordinator's credentials: gangway_join_staged, gangway_join_staging_failed */
    GANGWAY_SCAN = 3,           /* gangway_join_saw for each, then gangway_join_scan_ended */
    GANGWAY_JOIN_STAGED = 4,    /* gangway_join_begun, gangway_join_station_failed */
    GANGWAY_JOIN_COMMITTED = 5, /* the same */
    GANGWAY_COMMIT = 6,         /* gangway_join_committed, gangway_join_station_failed */
    GANGWAY_ROLL_BACK = 7,      /* gangway_join_rolled_back, also where it failed */
    GANGWAY_FORGET = 8          /* gangway_join_forgotten, gangway_join_station_failed */
} gangway_join_action;

/* What a protocol has to tell its centrals. */
typedef enum gangway_report {
    GANGWAY_TELL_NOTHING = 0,
    GANGWAY_TELL_STATUS = 1,
    GANGWAY_TELL_STORED = 2,     /* the credentials are safe, and the status has changed */
    GANGWAY_TELL_NOT_STORED = 3, /* they could not be made safe; all is as before */
    GANGWAY_TELL_FAILED = 4,     /* the join failed, and the status says so */
    GANGWAY_TELL_CLEARED = 5,    /* all networks are forgotten */
    GANGWAY_TELL_NOT_CLEARED = 6
} gangway_report;

/* What an event comes to. */
typedef struct gangway_step {
    gangway_join_action action;
    gangway_report report;
    gangway_reason reason; /* of GANGWAY_TELL_FAILED */
    gangway_ssid ssid;     /* of GANGWAY_TELL_STORED and GANGWAY_TELL_NOT_STORED */
} gangway_step;

/* The coordinator. `status` and `credentials` are for reading; the rest is its own. */
typedef struct gangway_join {
    gangway_status status;           /* what is to be told of the device */
    gangway_credentials credentials; /* those to be staged, where has_credentials */
    gangway_credentials waiting;     /* those that came while the station was busy */
    gangway_status live;             /* what the station said last */
    gangway_ssid kept;               /* the network that worked */
    gangway_ssid trial;              /* the one that is staged */
    gangway_ssid staging;            /* the one that is being staged */
    gangway_instant stalls_at;
    gangway_instant ends_at;
    uint16_t seen_security;
    gangway_reason seen_misfit; /* why the credentials do not fit what was seen; 0 where they do */
    uint8_t phase;
    bool has_credentials;
    bool has_waiting;
    bool must_forget;
    bool saw_network;
    bool saw_hidden;
    bool saw_progress;
    bool is_live_fresh;
    bool has_left;
    bool is_returning;
} gangway_join;

/* A coordinator that knows nothing yet. */
void gangway_join_init(gangway_join *join);
/* The station can be used: the first event, and the one after each time it could not. */
gangway_step gangway_join_start(gangway_join *join);
/* The station cannot be used now. What is stored stays. */
gangway_step gangway_join_station_lost(gangway_join *join);
/* Credentials came in. They are copied; the caller wipes its own. */
gangway_step gangway_join_requested(gangway_join *join, const gangway_credentials *credentials);
/* Everything stored is to be forgotten. */
gangway_step gangway_join_forget(gangway_join *join);
gangway_step gangway_join_staged(gangway_join *join, gangway_instant now);
gangway_step gangway_join_staging_failed(gangway_join *join, gangway_instant now);
gangway_step gangway_join_forgotten(gangway_join *join, gangway_instant now);
/* Which networks the station keeps; an empty name where it keeps none. */
gangway_step gangway_join_store_read(
    gangway_join *join, const gangway_ssid *committed, const gangway_ssid *staged, gangway_instant now);
gangway_step gangway_join_begun(gangway_join *join, gangway_instant now);
gangway_step gangway_join_committed(gangway_join *join, gangway_instant now);
gangway_step gangway_join_rolled_back(gangway_join *join, gangway_instant now);
gangway_step gangway_join_station_failed(gangway_join *join, gangway_instant now);
/* The station's state, network or signal has changed. */
gangway_step gangway_join_station_changed(gangway_join *join, const gangway_status *live, gangway_instant now);
/* The scan before a join found an access point, or has ended; not `complete` where it failed. */
void gangway_join_saw(gangway_join *join, const gangway_access_point *point);
gangway_step gangway_join_scan_ended(gangway_join *join, bool complete, gangway_instant now);
/* By when gangway_join_tick is to be called, or GANGWAY_NEVER. */
gangway_instant gangway_join_deadline(const gangway_join *join);
gangway_step gangway_join_tick(gangway_join *join, gangway_instant now);
/* Whether new credentials are on their way to the network. */
bool gangway_join_is_joining(const gangway_join *join);

#ifdef __cplusplus
}
#endif
#endif
