// epoll is not exported by Swift's Glibc module; these are the calls VirtualRadio makes.
#ifndef C_EVENT_POLL_H
#define C_EVENT_POLL_H
#include <sys/epoll.h>
#endif
