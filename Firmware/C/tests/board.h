/* A board of memory alone, which writes down what it is asked to do, one line each. */
#ifndef BOARD_H
#define BOARD_H

#include <stdio.h>

#include "gangway_device.h"

typedef struct fake_board {
    FILE *log; /* NULL: nothing is written down */
    bool has[2];
    gangway_credentials slots[2];
    bool has_address[2];
    gangway_control_address addresses[2];
    bool is_full, cannot_join, cannot_scan, cannot_notify;
    gangway_access_point points[8];
    uint16_t point_count;
    gangway_ssid joined; /* the network that was begun to be joined last */
    gangway_credentials tried; /* and with what */
    bool is_scanning, is_advertising;
    /* What was heard of late. */
    uint8_t types[64]; /* of the messages of service 0, first byte each */
    size_t type_count;
    uint8_t last[512];
    size_t last_count;
    gangway_status state;
    unsigned received, stored, not_stored, connected, failed, cleared, clients, scans, joins, steered;
    gangway_reason reason;
    gangway_control_address place;
} fake_board;

extern fake_board fake;
extern const gangway_board fake_functions;
extern const gangway_callbacks fake_callbacks;

#endif
