import ProvisioningProtocols
import Runtime

/// A clock in which limits of less than ten seconds pass at once: for what fails only by its limit.
final class HastyTime: TimeSource {
    private let clock = SystemTime()

    var now: Instant { clock.now }

    func schedule(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Timer {
        clock.schedule(at: deadline < now + 10_000 ? now : deadline, action)
    }

    func cancel(_ timer: Timer) { clock.cancel(timer) }
}
