// Times a command on its way to a device and the device's state on its way back, both connections in this process.
#include "client.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TOPIC "trips-c/"

struct world {
    pthread_mutex_t lock;
    pthread_cond_t bell;
    unsigned long subscriptions, states;
    char id[37];
};

static void ring(struct world *world, unsigned long *number) {
    pthread_mutex_lock(&world->lock);
    ++*number;
    pthread_cond_signal(&world->bell);
    pthread_mutex_unlock(&world->lock);
}

static void wait_for(struct world *world, const unsigned long *number, unsigned long value) {
    pthread_mutex_lock(&world->lock);
    while (*number < value) pthread_cond_wait(&world->bell, &world->lock);
    pthread_mutex_unlock(&world->lock);
}

static void subscribed(struct mosquitto *client, void *context, int message, int count, const int *granted) {
    (void)client, (void)message, (void)count, (void)granted;
    struct world *world = context;
    ring(world, &world->subscriptions);
}

// The device: it says what it was told.
static void commanded(struct mosquitto *client, void *context, const struct mosquitto_message *message) {
    struct world *world = context;
    char topic[100], body[200];
    bool is_on = memmem(message->payload, message->payloadlen, "true", 4) != NULL;
    snprintf(topic, sizeof topic, TOPIC "%s/state", world->id);
    int length = snprintf(
        body, sizeof body, "{\"id\":\"%s\",\"status\":%s,\"mode\":0}", world->id, is_on ? "true" : "false");
    must(mosquitto_publish(client, NULL, topic, length, body, 1, true), "report");
}

static void reported(struct mosquitto *client, void *context, const struct mosquitto_message *message) {
    (void)client;
    struct world *world = context;
    if (!message->retain) ring(world, &world->states);
}

static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static struct mosquitto *join(
    const struct place *place, struct world *world, const char *suffix,
    void (*take)(struct mosquitto *, void *, const struct mosquitto_message *)) {
    struct mosquitto *client = make_client(place, NULL, world);
    char filter[100];
    snprintf(filter, sizeof filter, TOPIC "%s%s", world->id, suffix);
    mosquitto_subscribe_callback_set(client, subscribed);
    mosquitto_message_callback_set(client, take);
    connect_client(client, place);
    must(mosquitto_loop_start(client), "thread");
    must(mosquitto_subscribe(client, NULL, filter, 1), "subscribe");
    return client;
}

int round_trips(const struct place *place, unsigned long count) {
    struct world world = {.lock = PTHREAD_MUTEX_INITIALIZER, .bell = PTHREAD_COND_INITIALIZER};
    device_id(1, world.id);
    join(place, &world, "", commanded);
    struct mosquitto *person = join(place, &world, "/state", reported);
    wait_for(&world, &world.subscriptions, 2);
    double *times = calloc(count, sizeof *times);
    char topic[100], body[200];
    snprintf(topic, sizeof topic, TOPIC "%s", world.id);
    for (unsigned long index = 0; index < count; index++) {
        int length = snprintf(
            body, sizeof body, "{\"uuid\":\"%s\",\"status\":%s,\"mode\":0}", world.id, index & 1 ? "true" : "false");
        double start = microseconds();
        must(mosquitto_publish(person, NULL, topic, length, body, 1, false), "command");
        wait_for(&world, &world.states, index + 1);
        times[index] = microseconds() - start;
    }
    qsort(times, count, sizeof *times, ascending);
    printf("%.0f %.0f\n", times[count / 2], times[count * 99 / 100]);
    return 0;
}
