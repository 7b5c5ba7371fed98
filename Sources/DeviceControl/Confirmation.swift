import DeviceDirectory
import ProvisioningProtocols
import Runtime

/// Whether a device has done what it was told: no I/O, no clock.
struct Confirmation {
    /// What follows from a sign.
    enum Step {
        /// It has.
        case done(DeviceState)
        /// It may not have heard of it.
        case repeatCommand
        /// More has to come.
        case wait
    }

    private let command: DeviceCommand
    /// Whether the command is repeated once to a device that reports another state.
    private var mayRepeat: Bool
    /// The other state that it answered with; `nil` where it did not.
    private(set) var other: DeviceState?
    /// When it did so first.
    private(set) var answered: Instant?

    init(_ command: DeviceCommand, mayRepeat: Bool) {
        self.command = command
        self.mayRepeat = mayRepeat
    }

    mutating func take(_ sign: Watches.Sign, at now: Instant) -> Step {
        guard case .change(let change) = sign else { return again() }
        // A device that was away says that it is there after its state, which is what it is in without the command.
        guard change.subject == .state, !change.status.isLastKnown, let state = change.status.state else {
            return again()
        }
        if command.isDone(in: state) { return .done(state) }
        other = state
        if mayRepeat {
            mayRepeat = false
            answered = now
            return .repeatCommand
        }
        answered = answered ?? now
        return .wait
    }

    private mutating func again() -> Step {
        (other, answered) = (nil, nil)
        return .repeatCommand
    }
}

extension DeviceChange.Subject {
    /// Whether it may tell what became of a command.
    var isAnswer: Bool { self == .state || self == .presence }
}
