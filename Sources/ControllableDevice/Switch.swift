/// What a device does: whether it is on, and in which of its modes.
public struct SwitchState: Hashable, Sendable {
    /// Whether it is on.
    public var isOn: Bool
    /// The number of the mode that it is in, or will be in when it is on; 0 where the device has no modes.
    public var mode: Int32

    /// A state of these.
    public init(isOn: Bool, mode: Int32 = 0) {
        self.isOn = isOn
        self.mode = mode
    }
}

/// How a device is to be. It says nothing of a change, so that it does no harm when it comes twice.
public struct SwitchCommand: Hashable, Sendable {
    /// Whether it is to be on.
    public var isOn: Bool
    /// The mode that it is to be in, always one that the device has; `nil` for the one that it is in.
    public var mode: Int32?

    /// A command of these.
    public init(isOn: Bool, mode: Int32? = nil) {
        self.isOn = isOn
        self.mode = mode
    }

    /// What `state` is to become.
    public func applied(to state: SwitchState) -> SwitchState { SwitchState(isOn: isOn, mode: mode ?? state.mode) }

    /// The one command that does what `earlier` and then this one would.
    func after(_ earlier: SwitchCommand?) -> SwitchCommand { SwitchCommand(isOn: isOn, mode: mode ?? earlier?.mode) }
}

/// What a device switches: a relay, a lamp's driver, or a variable. Nothing of MQTT reaches it.
public protocol Switch: Sendable {
    /// What it does now. Reports wait for the answer, so it comes soon.
    func state() async -> SwitchState

    /// Does what it is told, and tells what it does then, which is another state where it could not.
    ///
    /// Calls come one after the other. Commands that come while one is carried out are one call afterwards: the newest of each
    /// of their parts. A call that goes on when the device ends is cancelled and not waited for.
    func apply(_ command: SwitchCommand) async -> SwitchState
}
