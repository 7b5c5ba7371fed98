public import DeviceDirectory
public import ProvisioningProtocols

/// What a device is told to do. It says how things are to be, not how they are to change, so that it does no harm when it
/// arrives twice.
public struct DeviceCommand: Hashable, Sendable {
    /// Whether the device is to be switched on.
    public var isOn: Bool
    /// The mode that it is to be in, one of its kind's; `nil` for the one that it is in.
    public var mode: Int?

    /// A command of these.
    public init(isOn: Bool, mode: Int? = nil) {
        self.isOn = isOn
        self.mode = mode
    }

    /// To switch it on.
    public static var on: DeviceCommand { DeviceCommand(isOn: true) }
    /// To switch it off.
    public static var off: DeviceCommand { DeviceCommand(isOn: false) }
    /// To switch it on and into this mode.
    public static func mode(_ mode: Int) -> DeviceCommand { DeviceCommand(isOn: true, mode: mode) }

    /// The body of the message to the device `id`: `{"uuid":"…","status":true,"mode":2}`. A device in the field takes a member
    /// that is missing for zero, so all three are always there: the mode `known` where the command has none, and 0 where nothing
    /// is known.
    public func body(for id: DeviceID, known: Int? = nil) -> [UInt8] {
        Array(#"{"uuid":"\#(id)","status":\#(isOn),"mode":\#(mode ?? known ?? 0)}"#.utf8)
    }

    /// Whether `state` is what it asks for.
    public func isDone(in state: DeviceState) -> Bool {
        state.isOn == isOn && (mode.map { $0 == state.mode } ?? true)
    }
}
