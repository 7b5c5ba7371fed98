public import DeviceDirectory
public import ProvisioningProtocols

/// Whether a device is there, as far as is known.
public enum Availability: String, Hashable, Sendable {
    /// Nothing was heard that tells.
    case unknown
    /// It is.
    case online
    /// It is not.
    case offline
}

/// What a person sees of a device, as one value: for a user interface that sends it elsewhere, and for tests.
public struct DeviceFacts: Hashable, Sendable, Identifiable {
    /// What it is known by, for good.
    public let id: DeviceID
    /// What the person calls it.
    public var name: String
    /// Which kind of the catalogue it is; `nil` where that is not known.
    public var kind: String?
    /// In which category the person has it; `nil` for none.
    public var category: String?
    /// The MQTT topic under which it is reached, without its identifier.
    public var topic: String
    /// The name of its picture; `nil` for none.
    public var picture: String?
    /// Whether it is on, as it reported last; `nil` where it never did.
    public var isOn: Bool?
    /// The mode that it is in; `nil` where it has none, or never told.
    public var mode: Int?
    /// Whether it is there.
    public var availability: Availability
    /// When it was last heard itself; `nil` for never.
    public var lastSeen: WallTime?
    /// How strongly it receives its network, as it said last; `nil` where it never did.
    public var signal: SignalSample?
    /// What it was told and has not done yet; `nil` for nothing.
    public var pending: PendingCommand?
    /// How and when it got its Wi-Fi; `nil` for one that was added by hand.
    public var provisioning: ProvisioningRecord?

    /// When the state came that ``isOn`` and ``mode`` are; to tell which of two reports is the newer.
    var stateTime: WallTime?

    init(_ device: Device) {
        id = device.id
        name = device.name
        topic = device.topic
        availability = .unknown
        take(entry: device)
    }

    /// Takes over what the list says. What the device was heard to say since is newer than what was kept of it.
    mutating func take(entry device: Device) {
        name = device.name
        kind = device.kind
        category = device.category
        topic = device.topic
        picture = device.picture
        provisioning = device.provisioning
        take(state: device.state, heard: device.lastSeen)
    }

    /// Whether all is known that the list says of it, beside what it reported.
    func hasEntry(of device: Device) -> Bool {
        name == device.name && kind == device.kind && category == device.category && topic == device.topic
            && picture == device.picture && provisioning == device.provisioning
    }

    /// Takes what was reported, unless something newer is known.
    mutating func take(state: DeviceState?, heard: WallTime?) {
        if let heard, lastSeen.map({ $0 < heard }) ?? true { lastSeen = heard }
        guard let state, isNews(state.time ?? heard) else { return }
        set(state)
    }

    /// Takes what the device said, or the broker had kept of it.
    mutating func set(_ state: DeviceState) {
        isOn = state.isOn
        mode = state.mode
        stateTime = state.time ?? stateTime
        if let pending, pending.isOn == state.isOn, pending.mode.map({ $0 == state.mode }) ?? true {
            self.pending = nil
        }
    }

    private func isNews(_ time: WallTime?) -> Bool {
        guard let stateTime else { return true }
        guard let time else { return false }
        return time > stateTime
    }
}

/// A command on its way.
public struct PendingCommand: Hashable, Sendable {
    /// Whether the device is to be on.
    public var isOn: Bool
    /// The mode that it is to be in; `nil` for the one that it is in.
    public var mode: Int?
}
