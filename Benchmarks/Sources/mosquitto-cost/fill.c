// Sends states as fast as the broker takes them.
#include "client.h"
#include <stdio.h>
#include <stdlib.h>

struct progress {
    unsigned long sent, taken, count, devices;
    const char *topic;
};

static void send_one(struct mosquitto *client, struct progress *progress) {
    unsigned long number = progress->sent++;
    bool is_last = progress->sent == progress->count;
    unsigned long device = is_last ? progress->devices : number % progress->devices;
    char id[37], topic[300], body[200];
    device_id(device, id);
    snprintf(topic, sizeof topic, "%s/%s/state", progress->topic, id);
    int length = snprintf(
        body, sizeof body, "{\"id\":\"%s\",\"status\":%s,\"mode\":%lu}", id, number & 1 ? "true" : "false",
        number / progress->devices);
    must(mosquitto_publish(client, NULL, topic, length, body, 1, false), "publish");
}

// One more for each that the broker has, so that 500 are under way.
static void taken(struct mosquitto *client, void *context, int message) {
    (void)message;
    struct progress *progress = context;
    progress->taken++;
    if (progress->sent < progress->count) send_one(client, progress);
    if (progress->taken == progress->count) mosquitto_disconnect(client);
}

int fill(const struct place *place, const char *topic, unsigned long count, unsigned long devices) {
    struct progress progress = {.count = count + 1, .devices = devices, .topic = topic};
    struct mosquitto *client = make_client(place, NULL, &progress);
    mosquitto_publish_callback_set(client, taken);
    connect_client(client, place);
    for (int index = 0; index < 500 && progress.sent < progress.count; index++) send_one(client, &progress);
    mosquitto_loop_forever(client, -1, 1);
    mosquitto_destroy(client);
    return progress.taken == progress.count ? 0 : 1;
}
