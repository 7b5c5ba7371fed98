// mosquitto-cost HOST PORT AUTHORITY session ID FILTER : makes a session that lasts, subscribed to FILTER
// mosquitto-cost HOST PORT AUTHORITY fill TOPIC COUNT N : sends COUNT states of N devices, and one of device N at the end
// mosquitto-cost HOST PORT AUTHORITY round-trips COUNT  : times COUNT commands until their states come back; prints p50 and p99
#include "client.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
    if (count < 6) return 2;
    struct place place = {.host = words[1], .port = atoi(words[2]), .authority = words[3]};
    mosquitto_lib_init();
    if (!strcmp(words[4], "session") && count == 7) return make_session(&place, words[5], words[6]);
    if (!strcmp(words[4], "fill") && count == 8)
        return fill(&place, words[5], strtoul(words[6], NULL, 10), strtoul(words[7], NULL, 10));
    if (!strcmp(words[4], "round-trips") && count == 6) return round_trips(&place, strtoul(words[5], NULL, 10));
    return 2;
}
