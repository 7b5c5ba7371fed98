import DBus
import PrivateBus
import Runtime

/// Two connections to a bus of their own: who serves, and who calls and listens.
struct Ends {
    let daemon: PrivateBus
    let server: Bus
    let client: Bus

    /// `time` is the clock of the client's limits.
    init(time: any TimeSource = SystemTime.shared) throws {
        daemon = try PrivateBus()
        server = try daemon.connect()
        client = try daemon.connect(time: time)
    }
}
