#include "client.h"
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void must(int status, const char *what) {
    if (status == MOSQ_ERR_SUCCESS) return;
    fprintf(stderr, "mosquitto-cost: %s: %s\n", what, mosquitto_strerror(status));
    exit(1);
}

struct mosquitto *make_client(const struct place *place, const char *id, void *context) {
    struct mosquitto *client = mosquitto_new(id, id == NULL, context);
    if (client == NULL) must(MOSQ_ERR_NOMEM, "client");
    must(mosquitto_tls_set(client, place->authority, NULL, NULL, NULL, NULL), "TLS");
    must(mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1), "option");
    must(mosquitto_int_option(client, MOSQ_OPT_SEND_MAXIMUM, 1000), "option");
    return client;
}

static void answered(struct mosquitto *client, void *context, int reason) {
    (void)client, (void)context;
    must(reason == 0 ? MOSQ_ERR_SUCCESS : MOSQ_ERR_CONN_REFUSED, "broker");
}

void connect_client(struct mosquitto *client, const struct place *place) {
    mosquitto_connect_callback_set(client, answered);
    must(mosquitto_connect(client, place->host, place->port, 60), "connect");
}

void device_id(unsigned long number, char text[37]) {
    uint64_t high = (uint64_t)number * UINT64_C(0x9E3779B97F4A7C15), low = number;
    snprintf(
        text, 37, "%08" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%012" PRIx64, high >> 32, high >> 16 & 0xFFFF,
        high & 0xFFFF, low >> 48, low & UINT64_C(0xFFFFFFFFFFFF));
}

static void subscribed(struct mosquitto *client, void *context, int message, int count, const int *granted) {
    (void)context, (void)message;
    must(count == 1 && granted[0] == 1 ? MOSQ_ERR_SUCCESS : MOSQ_ERR_ACL_DENIED, "subscription");
    mosquitto_disconnect(client);
}

int make_session(const struct place *place, const char *id, const char *filter) {
    struct mosquitto *client = make_client(place, id, NULL);
    mosquitto_subscribe_callback_set(client, subscribed);
    connect_client(client, place);
    must(mosquitto_subscribe(client, NULL, filter, 1), "subscribe");
    mosquitto_loop_forever(client, -1, 1);
    mosquitto_destroy(client);
    return 0;
}
