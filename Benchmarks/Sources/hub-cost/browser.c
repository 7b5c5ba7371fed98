#include "browser.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void fail(const char *what) {
    fprintf(stderr, "hub-cost: %s\n", what);
    exit(1);
}

void open_browser(struct browser *browser, int port, const char *cookie) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    memset(browser, 0, sizeof *browser);
    browser->is_read = true;
    browser->descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(browser->descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail("the hub does not listen");
    char request[1024];
    int length = snprintf(
        request, sizeof request, "GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nCookie: %s\r\n\r\n", cookie);
    if (write(browser->descriptor, request, length) != length) fail("the request cannot be sent");
    fcntl(browser->descriptor, F_SETFL, O_NONBLOCK);
}

// Adds to the event under way, and hands over those that end.
static void take_text(
    struct browser *browser, const char *bytes, size_t count, void (*whole)(struct browser *, char *, uint64_t)) {
    while (count > 0 && browser->is_read) {
        if (browser->event_length + count + 1 > browser->event_room) {
            browser->event_room = 2 * (browser->event_length + count + 1);
            browser->event = realloc(browser->event, browser->event_room);
            if (browser->event == NULL) fail("no memory");
        }
        const char *end = NULL;
        for (const char *at = bytes; (at = memchr(at, '\n', bytes + count - at)) != NULL; at++) {
            bool is_second = at == bytes ? browser->event_length > 0 && browser->event[browser->event_length - 1] == '\n'
                                         : at[-1] == '\n';
            if (is_second) {
                end = at + 1;
                break;
            }
        }
        size_t part = end == NULL ? count : (size_t)(end - bytes);
        memcpy(browser->event + browser->event_length, bytes, part);
        browser->event_length += part;
        browser->taken += part;
        bytes += part;
        count -= part;
        if (end == NULL) return;
        browser->event[browser->event_length] = 0;
        browser->event_length = 0;
        whole(browser, browser->event, browser->taken);
    }
    browser->taken += count;
}

// Takes one byte of what is not part of an event.
static void take_frame(struct browser *browser, char byte) {
    if (browser->line_length + 1 < sizeof browser->line) browser->line[browser->line_length++] = byte;
    if (byte != '\n') return;
    browser->line[browser->line_length] = 0;
    bool is_empty = browser->line_length <= 2;
    switch (browser->part) {
    case in_head:
        if (!strncmp(browser->line, "HTTP/", 5) && strstr(browser->line, " 200 ") == NULL) fail(browser->line);
        if (is_empty) browser->part = in_size;
        break;
    case in_size:
        browser->chunk_left = strtoul(browser->line, NULL, 16);
        if (browser->chunk_left == 0) fail("the hub has ended a stream");
        browser->part = in_chunk;
        break;
    default: browser->part = in_size;
    }
    browser->line_length = 0;
}

void read_browser(struct browser *browser, void (*whole)(struct browser *, char *, uint64_t)) {
    static char bytes[262144];
    ssize_t count = read(browser->descriptor, bytes, sizeof bytes);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) fail("the hub has closed a stream");
    for (ssize_t at = 0; at < count;) {
        if (browser->part != in_chunk) {
            take_frame(browser, bytes[at++]);
            continue;
        }
        size_t part = (size_t)(count - at) < browser->chunk_left ? (size_t)(count - at) : browser->chunk_left;
        take_text(browser, bytes + at, part, whole);
        at += part;
        browser->chunk_left -= part;
        if (browser->chunk_left == 0) browser->part = in_end;
    }
}
