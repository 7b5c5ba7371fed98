import DeviceControl
import ProvisioningProtocols
import Runtime

/// Listens for one device, from before its credentials go out.
final class Ear: Sendable {
    private let lockedSigns: Lock<SignsOfLife>
    private let bell: EventStream<Void, Never>
    private let pump: Task<Void, Never>

    init(_ changes: EventStream<DeviceChange, Never>, of assignment: Assignment, wasHeard: Bool) {
        let signs = Lock(SignsOfLife(assignment, wasHeard: wasHeard))
        let (bell, ringer) = EventStream<Void, Never>.make(capacity: 1)
        lockedSigns = signs
        self.bell = bell
        pump = Task {
            await changes.forEach { change in
                let isOver = signs.withLock { signs in
                    signs.take(change)
                    return signs.isHeard || signs.failure != nil
                }
                if isOver { ringer.yield(()) }
            }
            ringer.finish()
        }
    }

    deinit { pump.cancel() }

    /// The credentials go out now.
    func begin() { lockedSigns.withLock { $0.begin() } }

    /// Waits until the device was heard from, or said that it could not join; `timedOut` after `deadline`, `ended` where nothing
    /// is listened to any more.
    func wait(until deadline: Instant, on time: any TimeSource) async -> EventOutcome<Void, Never> {
        await bell.next(until: deadline, on: time)
    }

    /// What came of the device.
    var signs: SignsOfLife { lockedSigns.withLock { $0 } }
}
