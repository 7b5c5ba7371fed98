#define _GNU_SOURCE
#include "CEventPoll.h"
#include <sys/epoll.h>
#include <sys/socket.h>

_Static_assert(EVENT_POLL_READABLE == EPOLLIN && EVENT_POLL_WRITABLE == EPOLLOUT, "numbers of epoll");

int event_poll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int poll, int operation, int descriptor, uint32_t events, uint64_t number)
{
    struct epoll_event event = {.events = events, .data.u64 = number};
    return epoll_ctl(poll, operation, descriptor, &event);
}

int event_poll_add(int poll, int descriptor, uint32_t events, uint64_t number)
{
    return control(poll, EPOLL_CTL_ADD, descriptor, events, number);
}

int event_poll_change(int poll, int descriptor, uint32_t events, uint64_t number)
{
    return control(poll, EPOLL_CTL_MOD, descriptor, events, number);
}

int event_poll_remove(int poll, int descriptor) { return control(poll, EPOLL_CTL_DEL, descriptor, 0, 0); }

int event_poll_wait(int poll, uint64_t *numbers, uint32_t *events, int capacity)
{
    struct epoll_event ready[64];
    int count = epoll_wait(poll, ready, capacity < 64 ? capacity : 64, -1);
    for (int index = 0; index < count; index++) {
        numbers[index] = ready[index].data.u64;
        events[index] = ready[index].events;
    }
    return count;
}

int event_poll_accept(int descriptor) { return accept4(descriptor, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK); }
