// A browser as the hub sees one: a stream of server-sent events over HTTP, whose chunks are put together.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct browser {
    int descriptor;
    // The answer's head, a chunk's size, its bytes, and the line end behind it.
    enum { in_head, in_size, in_chunk, in_end } part;
    size_t chunk_left;
    char line[1024];
    size_t line_length;
    // How many bytes of events have come.
    uint64_t taken;
    // What has come of the event that is not whole, unless nobody looks at it any more.
    char *event;
    size_t event_length, event_room;
    bool is_read;
    // Where in `taken` the event ended from which all browsers are told the same.
    uint64_t base;
};

// Connects to the hub and asks for its events; `cookie` is the log-in's. Ends the program where that fails.
void open_browser(struct browser *browser, int port, const char *cookie);

// Takes in what has come, at most 256 KiB; calls `whole` with each event of a browser that is read, and the number of bytes
// that came up to its end.
void read_browser(struct browser *browser, void (*whole)(struct browser *, char *event, uint64_t end));

void fail(const char *what);
