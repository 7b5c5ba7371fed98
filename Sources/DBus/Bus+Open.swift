public import ProvisioningProtocols
public import Runtime

extension Bus {
    /// Connects, trying again until `deadline` (for ever when it is `nil`): after 250 ms, then half as often each time,
    /// every 4 s at last. For owners that outlive a restart of the bus.
    /// - Throws: what the last try failed with, or ``DBusError/cancelled``.
    public static func open(
        _ address: BusAddress = .system, executor: QueueExecutor = QueueExecutor(label: "gangway.dbus"),
        time: any TimeSource = SystemTime.shared, deadline: Instant? = nil
    ) async throws(DBusError) -> Bus {
        var pause: UInt32 = 250
        while true {
            let failure: DBusError
            do throws(DBusError) {
                return try Bus(address, executor: executor, time: time)
            } catch {
                failure = error
            }
            let next = time.now + pause
            if let deadline, next > deadline { throw failure }
            await time.sleep(until: next)
            if Task.isCancelled { throw .cancelled }
            pause = min(pause * 2, 4000)
        }
    }
}
