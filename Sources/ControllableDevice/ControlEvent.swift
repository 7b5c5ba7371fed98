public import MessageBroker
public import ProvisioningProtocols

/// What happens at a device that is steered over a broker, for people and for callbacks.
public enum ControlEvent: Sendable {
    /// The device is connected, hears commands at this address and has said that it is there.
    case online(ControlAddress, BrokerConnection)
    /// There is no connection, and why; the next attempt comes by itself at the instant named.
    case offline(BrokerError, until: Instant)
    /// The device does something else now.
    case switched(SwitchState)
    /// A message that would steer it was not obeyed. Told once for each reason and connection.
    case ignored(CommandFault)
    /// The broker refused a subscription or a message of the device, or cannot be used at all. The rest goes on.
    case refused(BrokerError)
    /// The device is not steered at this address any more.
    case left(ControlAddress)
}

/// Why a message on a device's command topic was not obeyed.
public enum CommandFault: String, Hashable, Sendable, CaseIterable {
    /// It is no command at all.
    case notUnderstood
    /// A member is missing, there twice or of the wrong kind.
    case broken
    /// The broker had kept it: it was said once, and nobody may mean it any more.
    case retained
    /// It names another device.
    case otherDevice
    /// It names a mode that the device does not have. The device has answered with its present state.
    case unknownMode
}

extension CommandFault: CustomStringConvertible {
    /// What is wrong, as the end of a sentence about a command.
    public var description: String {
        switch self {
        case .notUnderstood: "it is no command"
        case .broken: "a member is missing, there twice or of the wrong kind"
        case .retained: "the broker had kept it"
        case .otherDevice: "it names another device"
        case .unknownMode: "the device has no such mode"
        }
    }
}
