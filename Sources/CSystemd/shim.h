#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <linux/memfd.h>

// glibc has it, and declares it to GNU sources alone.
int memfd_create(const char *name, unsigned int flags);
