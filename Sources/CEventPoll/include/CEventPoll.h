// Swift's Glibc module exports inotify and sockets, but neither epoll nor accept4: these are the
// calls VirtualRadio makes of them.
#ifndef C_EVENT_POLL_H
#define C_EVENT_POLL_H
#include <stdint.h>

/// The two kinds of readiness, as epoll numbers them; hang-up and error count as readable.
enum { EVENT_POLL_READABLE = 0x001, EVENT_POLL_WRITABLE = 0x004 };

/// A new epoll descriptor, closed on exec, or -1 with errno.
int event_poll_create(void);
/// Watches `descriptor`, level-triggered, and reports it as `number`; -1 with errno.
int event_poll_add(int poll, int descriptor, uint32_t events, uint64_t number);
/// Changes what `descriptor` is watched for; -1 with errno.
int event_poll_change(int poll, int descriptor, uint32_t events, uint64_t number);
/// Stops watching `descriptor`; -1 with errno.
int event_poll_remove(int poll, int descriptor);
/// Waits without limit and fills in at most `capacity` numbers and their events; how many, or -1 with errno.
int event_poll_wait(int poll, uint64_t *numbers, uint32_t *events, int capacity);
/// The next waiting link of a listening socket, closed on exec and without waiting, or -1 with errno.
int event_poll_accept(int descriptor);
#endif
