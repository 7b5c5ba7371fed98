#include <microhttpd.h>

/// `MHD_get_connection_info`, which takes a variable number of arguments and so is not imported.
static inline const union MHD_ConnectionInfo *gangway_connection_info(
    struct MHD_Connection *connection, enum MHD_ConnectionInfoType kind) {
    return MHD_get_connection_info(connection, kind);
}

/// The port that the daemon listens at, which `MHD_get_daemon_info` tells; 0 where it does not.
static inline unsigned short gangway_daemon_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}
