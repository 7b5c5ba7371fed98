import DeviceControl
import ProvisioningProtocols
import Runtime

/// Listens for one device, from before its credentials go out.
final class Ear: Sendable {
    private let signs: Lock<SignsOfLife>
    private let bell: EventStream<Void, Never>
    private let pump: Task<Void, Never>

    init(_ changes: EventStream<DeviceChange, Never>, isNewID: Bool) {
        let signs = Lock(SignsOfLife(isNewID: isNewID))
        let (bell, ringer) = EventStream<Void, Never>.make(capacity: 1)
        self.signs = signs
        self.bell = bell
        pump = Task {
            await changes.forEach { change in
                let isHeard = signs.withLock { signs in
                    signs.take(change)
                    return signs.isHeard
                }
                if isHeard { ringer.yield(()) }
            }
            ringer.finish()
        }
    }

    deinit { pump.cancel() }

    /// The credentials go out now.
    func begin() { signs.withLock { $0.begin() } }

    /// Waits until the device was heard from; `timedOut` after `deadline`, `ended` where nothing is listened to any more.
    func wait(until deadline: Instant, on time: any TimeSource) async -> EventOutcome<Void, Never> {
        await bell.next(until: deadline, on: time)
    }

    /// What came instead of a sign of life.
    var rest: SignsOfLife { signs.withLock { $0 } }
}
