#include "states.h"
#include "browser.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// A device's states tell modes from 0 to 255 in turn; what came first is had once what came later is.
struct device {
    uint32_t sent, had;
    double sent_at[256];
};

// An event: where it ends, which states it brought, and how many browsers lack it.
struct event {
    uint64_t end;
    size_t first_state, state_count;
    unsigned long lacking;
};

static struct device *devices;
static unsigned long device_count, browser_count;
static struct event *events;
static size_t event_count, event_room;
static double *sent_at;
static size_t state_count, state_room;
static size_t *position;
static uint64_t *had;
static double *taken;
static unsigned long delivered;

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

void prepare_states(unsigned long count, unsigned long states, unsigned long browsers) {
    device_count = count;
    browser_count = browsers;
    state_room = states;
    event_room = states;
    devices = calloc(count, sizeof *devices);
    events = calloc(event_room, sizeof *events);
    sent_at = calloc(states, sizeof *sent_at);
    taken = calloc(states, sizeof *taken);
    position = calloc(browsers, sizeof *position);
    had = calloc(browsers, sizeof *had);
    if (!devices || !events || !sent_at || !taken || !position || !had) fail("no memory");
}

int state_sent(unsigned long number) {
    struct device *device = &devices[number];
    if (device->sent - device->had >= 256) fail("a device's states are too late to be told apart");
    device->sent_at[device->sent % 256] = now();
    return device->sent++ % 256;
}

// All browsers have had an event.
static void complete(struct event *event) {
    double time = now();
    for (size_t index = 0; index < event->state_count; index++)
        taken[delivered++] = time - sent_at[event->first_state + index];
}

static void advance(unsigned long browser) {
    while (position[browser] < event_count && events[position[browser]].end <= had[browser]) {
        struct event *event = &events[position[browser]++];
        if (--event->lacking == 0) complete(event);
    }
}

static void device_came(unsigned long number, int mode) {
    struct device *device = &devices[number];
    uint32_t last = device->sent;
    while (last > device->had && (int)((last - 1) % 256) != mode) last--;
    for (; device->had < last; device->had++) sent_at[state_count++] = device->sent_at[device->had % 256];
}

void event_came(char *text, uint64_t end) {
    if (event_count == event_room) fail("too many events");
    size_t first = state_count;
    for (char *at = text; (at = strstr(at, "\"id\":\"")) != NULL;) {
        at += 6;
        char *next = strstr(at, "\"id\":\"");
        unsigned long number = strtoul(at + 24, NULL, 16);
        if (next != NULL) *next = 0;
        char *mode = strstr(at, "\"mode\":");
        if (mode != NULL && at[8] == '-' && number < device_count) device_came(number, atoi(mode + 7));
        if (next == NULL) break;
        *next = '"';
        at = next;
    }
    events[event_count++] = (struct event){
        .end = end, .first_state = first, .state_count = state_count - first, .lacking = browser_count};
    for (unsigned long browser = 0; browser < browser_count; browser++) advance(browser);
}

void bytes_came(unsigned long browser, uint64_t bytes) {
    had[browser] = bytes;
    advance(browser);
}

unsigned long states_delivered(void) { return delivered; }

static int compare(const void *one, const void *other) {
    double first = *(const double *)one, second = *(const double *)other;
    return (first > second) - (first < second);
}

void print_states(void) {
    qsort(taken, delivered, sizeof *taken, compare);
    printf("%lu", event_count);
    const double shares[] = {0.5, 0.99, 1};
    for (int index = 0; index < 3; index++)
        printf(" %.0f", 1e6 * taken[(size_t)(shares[index] * (delivered - 1))]);
}
