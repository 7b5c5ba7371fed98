// What the programs of this folder share: a client that trusts one authority, and how devices are called.
#pragma once
#include <mosquitto.h>
#include <stdbool.h>
#include <stddef.h>

struct place {
    const char *host, *authority;
    int port;
};

// A client that is not connected yet; `id` is NULL for one of the library's making, whose session is clean.
struct mosquitto *make_client(const struct place *place, const char *id, void *context);

// Connects and waits for the broker's consent. The calls before and after it end the program when they fail.
void connect_client(struct mosquitto *client, const struct place *place);

void must(int status, const char *what);

// The identifier of device `number`, the same as in control-cost.
void device_id(unsigned long number, char text[37]);

int make_session(const struct place *place, const char *id, const char *filter);
int fill(const struct place *place, const char *topic, unsigned long count, unsigned long devices);
int round_trips(const struct place *place, unsigned long count);
