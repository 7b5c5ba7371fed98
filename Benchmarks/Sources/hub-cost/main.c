// hub-cost BROKER-PORT HUB-PORT COOKIES DEVICES RATE SECONDS
//
// Opens a stream of events for each line of the file COOKIES, says "ready" when each has had the whole home, and waits for a line.
// Then it sends RATE states a second to the broker for SECONDS, of DEVICES devices in turn, and looks when each of them has come to
// every browser. It prints: states sent; seconds until the last had come; bytes a browser; events; p50, p99 and most of the
// microseconds from a state's sending until the last browser had it, each way through the broker and this program included.
//
// All browsers are told the same. So only the first one's events are read; of the others, their bytes are counted, which needs
// much less time than the hub does.
#include "browser.h"
#include "states.h"
#include <inttypes.h>
#include <mosquitto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

static struct browser browsers[1000];
static unsigned long count, homes, aligned;
static struct mosquitto *client;
static int queue;

static void must(int status, const char *what) {
    if (status != MOSQ_ERR_SUCCESS) fail(what);
}

static void send_state(unsigned long number, int mode) {
    uint64_t high = (uint64_t)number * UINT64_C(0x9E3779B97F4A7C15);
    char id[48], topic[100], body[120];
    snprintf(
        id, sizeof id, "%08" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-0000-%012lx", high >> 32, high >> 16 & 0xFFFF, high & 0xFFFF,
        number);
    snprintf(topic, sizeof topic, "home/floor-%lu/ceiling-lamps/%s/state", number % 10, id);
    int length = snprintf(body, sizeof body, "{\"id\":\"%s\",\"status\":%s,\"mode\":%d}", id, mode & 1 ? "true" : "false", mode);
    must(mosquitto_publish(client, NULL, topic, length, body, 0, false), "a state cannot be sent");
}

static void before_load(struct browser *browser, char *event, uint64_t end) {
    if (strstr(event, "event: home\n") != NULL) homes++;
    // The state by which all streams are set to the same place.
    if (strstr(event, "event: change\n") == NULL || strstr(event, "\"mode\":255") == NULL) return;
    browser->base = end;
    if (browser != &browsers[0]) browser->is_read = false;
    aligned++;
}

static void under_load(struct browser *browser, char *event, uint64_t end) {
    if (strstr(event, "event: change\n") != NULL) event_came(event, end - browser->base);
}

static void turn(int patience, void (*whole)(struct browser *, char *, uint64_t)) {
    struct epoll_event events[64];
    int ready = epoll_wait(queue, events, 64, patience);
    for (int index = 0; index < ready; index++) {
        struct browser *browser = events[index].data.ptr;
        if (browser == NULL) {
            must(mosquitto_loop_read(client, 1), "the broker is gone");
            continue;
        }
        read_browser(browser, whole);
        if (whole == under_load) bytes_came(browser - browsers, browser->taken - browser->base);
    }
    if (mosquitto_want_write(client)) must(mosquitto_loop_write(client, 1), "the broker is gone");
}

static void connect_broker(int port) {
    mosquitto_lib_init();
    client = mosquitto_new(NULL, true, NULL);
    if (client == NULL) fail("no memory");
    must(mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1), "no option");
    must(mosquitto_connect(client, "127.0.0.1", port, 600), "the broker does not listen");
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    epoll_ctl(queue, EPOLL_CTL_ADD, mosquitto_socket(client), &event);
}

static void open_browsers(const char *path, int port) {
    char line[512];
    FILE *file = fopen(path, "r");
    if (file == NULL) fail("no file of cookies");
    while (count < sizeof browsers / sizeof *browsers && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = 0;
        struct browser *browser = &browsers[count++];
        open_browser(browser, port, line);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = browser};
        epoll_ctl(queue, EPOLL_CTL_ADD, browser->descriptor, &event);
    }
    fclose(file);
}

static double load(unsigned long devices, unsigned long rate, unsigned long states) {
    double start = now(), last = start;
    unsigned long sent = 0, delivered = 0;
    while (states_delivered() < states) {
        double time = now();
        unsigned long due = (time - start) * rate;
        for (int burst = 0; burst < 50 && sent < states && sent < due; burst++, sent++)
            send_state(sent % devices, state_sent(sent % devices));
        turn(sent < due && sent < states ? 0 : 1, under_load);
        if (states_delivered() != delivered) {
            delivered = states_delivered();
            last = now();
        }
        if (now() - last > 20) fail("states were lost on the way");
    }
    return last - start;
}

int main(int argument_count, char **words) {
    if (argument_count != 7) return 2;
    unsigned long devices = strtoul(words[4], NULL, 10), rate = strtoul(words[5], NULL, 10);
    unsigned long states = rate * strtoul(words[6], NULL, 10);
    queue = epoll_create1(0);
    connect_broker(atoi(words[1]));
    open_browsers(words[3], atoi(words[2]));
    prepare_states(devices, states, count);
    while (homes < count) turn(-1, before_load);
    printf("ready\n");
    fflush(stdout);
    while (getchar() != '\n') {}
    send_state(0, 255);
    while (aligned < count) turn(-1, before_load);
    for (unsigned long index = 0; index < count; index++) bytes_came(index, browsers[index].taken - browsers[index].base);
    double seconds = load(devices, rate, states);
    printf("%lu %.3f %" PRIu64 " ", states, seconds, browsers[0].taken - browsers[0].base);
    print_states();
    printf("\n");
    return 0;
}
