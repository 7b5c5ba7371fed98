public import ProvisioningProtocols

/// A device that a person has, as the directory keeps it.
public struct Device: Hashable, Sendable, Identifiable {
    /// What it is known by, for good.
    public let id: DeviceID
    /// What the person calls it.
    public var name: String
    /// Which kind of the catalogue it is; `nil` where that is not known.
    public var kind: String?
    /// In which category the person has it; `nil` for none.
    public var category: String?
    /// The MQTT topic under which it is reached, without its identifier; empty for one that is reached over Bluetooth alone.
    public var topic: String
    /// The name of its picture; `nil` for the one of its kind.
    public var picture: String?
    /// How and when it got its Wi-Fi; `nil` for one that was added by hand.
    public var provisioning: ProvisioningRecord?
    /// When it was last heard from; `nil` for never.
    public var lastSeen: WallTime?
    /// What it last reported; `nil` for nothing yet.
    public var state: DeviceState?
    /// The members of an imported entry that this program has no use for, as the text of a JSON object; they are exported
    /// again. `nil` for none.
    public var otherMembers: String?

    /// A device of these facts.
    public init(
        id: DeviceID, name: String, kind: String? = nil, category: String? = nil, topic: String,
        picture: String? = nil, provisioning: ProvisioningRecord? = nil, lastSeen: WallTime? = nil,
        state: DeviceState? = nil, otherMembers: String? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.category = category
        self.topic = topic
        self.picture = picture
        self.provisioning = provisioning
        self.lastSeen = lastSeen
        self.state = state
        self.otherMembers = otherMembers
    }

    /// Where it is steered; `nil` for one that is reached over Bluetooth alone, or whose topic is none, which no directory takes.
    public var controlAddress: ControlAddress? { try? ControlAddress(topic: topic, id: id) }
}

/// How and when a device got its Wi-Fi. No passphrase is in it.
public struct ProvisioningRecord: Hashable, Sendable {
    /// The wire protocol's name.
    public var method: String
    /// When the device was heard from for the first time after it.
    public var time: WallTime
    /// The network, as text; `nil` where it is not known.
    public var network: String?
    /// What the radio calls the device: on Linux its Bluetooth address, on Apple's systems a UUID that holds for this machine
    /// alone. `nil` where it is not known.
    public var peripheral: String?

    /// A record of these facts.
    public init(method: String, time: WallTime, network: String? = nil, peripheral: String? = nil) {
        self.method = method
        self.time = time
        self.network = network
        self.peripheral = peripheral
    }
}

/// What a device reported of itself.
public struct DeviceState: Hashable, Sendable {
    /// Whether it is switched on.
    public var isOn: Bool
    /// Its mode, one of its kind's; `nil` where it has none.
    public var mode: Int?
    /// When the report came; `nil` where that is not known.
    public var time: WallTime?

    /// A state of these facts.
    public init(isOn: Bool, mode: Int? = nil, time: WallTime? = nil) {
        self.isOn = isOn
        self.mode = mode
        self.time = time
    }
}

/// That a device was heard from, and what it said of its state.
public struct DeviceReport: Hashable, Sendable {
    /// Which device.
    public var id: DeviceID
    /// When.
    public var time: WallTime
    /// Its state; `nil` where it said only that it is there.
    public var state: DeviceState?
    /// How strongly it receives its network, in dBm; `nil` where it did not say. It goes into the device's history where a
    /// sample is due, and observers of a directory are not told it.
    public var signal: Int8?

    /// A report of these facts.
    public init(id: DeviceID, time: WallTime, state: DeviceState? = nil, signal: Int8? = nil) {
        self.id = id
        self.time = time
        self.state = state
        self.signal = signal
    }
}

/// How strongly a device was received, or receives its network, at one moment.
public struct SignalSample: Hashable, Sendable {
    /// When.
    public var time: WallTime
    /// In dBm, -128 to 127.
    public var strength: Int8

    /// Whether a report's sample is kept behind `newest`, the last of its device that is: not before
    /// ``DeviceRules/sampleInterval`` has passed by the clock, in whichever direction that went.
    public func isDue(after newest: WallTime?) -> Bool {
        guard let newest else { return true }
        let (gap, isBeyond) = time.milliseconds.subtractingReportingOverflow(newest.milliseconds)
        return isBeyond || gap.magnitude >= UInt64(DeviceRules.sampleInterval)
    }

    /// A sample of these facts.
    public init(time: WallTime, strength: Int8) {
        self.time = time
        self.strength = strength
    }
}
