#include <microhttpd.h>

/// `MHD_get_connection_info`, which takes a variable number of arguments and so is not imported.
static inline const union MHD_ConnectionInfo *gangway_connection_info(
    struct MHD_Connection *connection, enum MHD_ConnectionInfoType kind) {
    return MHD_get_connection_info(connection, kind);
}

/// Undoes the escapes of a path, a name or a value. A NUL among them would end it early, as another path than was asked for: in its
/// place comes a byte that is not UTF-8, so that the request is refused.
static inline size_t gangway_unescape(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    size_t length = MHD_http_unescape(text);
    for (size_t index = 0; index < length; index++) {
        if (text[index] == 0) text[index] = (char)0xFF;
    }
    return length;
}

/// The port that the daemon listens at, which `MHD_get_daemon_info` tells; 0 where it does not.
static inline unsigned short gangway_daemon_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}
