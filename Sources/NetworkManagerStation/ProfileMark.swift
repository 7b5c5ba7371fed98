import DBus
import ProvisioningProtocols

/// What the `user` setting of a profile of ours says; a profile without it is somebody else's and is never touched.
struct ProfileMark: Equatable, Sendable {
    /// What a profile is for.
    enum Role: String, Sendable {
        /// Stored and not yet confirmed.
        case candidate
        /// It worked; NetworkManager connects it by itself.
        case committed
    }

    var role: Role
    /// Counts up with every profile, so that of two left over by a power cut the newer is known.
    var generation: UInt64
    /// Whether it lives in memory, until the next restart of the machine.
    var isVolatile: Bool
    /// Where the device is steered once it is on the network, where it was told so.
    var controlAddress: ControlAddress?

    private static let roleKey = "org.gangway.role"
    private static let generationKey = "org.gangway.generation"
    private static let volatileKey = "org.gangway.volatile"
    private static let topicKey = "org.gangway.topic"
    private static let idKey = "org.gangway.id"

    init(_ role: Role, generation: UInt64, isVolatile: Bool, controlAddress: ControlAddress? = nil) {
        self.role = role
        self.generation = generation
        self.isVolatile = isVolatile
        self.controlAddress = controlAddress
    }

    /// Reads the setting's data; `nil` when it is not ours.
    init?(_ data: DBusValue) {
        guard let values = data.namedValues, let role = values[Self.roleKey]?.text.flatMap({ Role(rawValue: $0) })
        else { return nil }
        self.role = role
        generation = values[Self.generationKey]?.text.flatMap { UInt64($0) } ?? 0
        isVolatile = values[Self.volatileKey]?.text == "yes"
        if let topic = values[Self.topicKey]?.text.flatMap({ try? TopicName($0) }),
            let id = values[Self.idKey]?.text.flatMap({ DeviceID($0) })
        {
            controlAddress = ControlAddress(topic: topic, id: id)
        }
    }

    /// The data as `a{ss}`.
    var value: DBusValue {
        var entries: [DBusValue: DBusValue] = [
            .string(Self.roleKey): .string(role.rawValue), .string(Self.generationKey): .string(String(generation)),
        ]
        if isVolatile { entries[.string(Self.volatileKey)] = .string("yes") }
        if let controlAddress {
            entries[.string(Self.topicKey)] = .string(controlAddress.topic.text)
            entries[.string(Self.idKey)] = .string(controlAddress.id.description)
        }
        return .dictionary(entries, key: "s", value: "s")
    }
}

/// A profile of ours that NetworkManager keeps.
struct OwnProfile: Sendable {
    let path: String
    let mark: ProfileMark
    let settings: ProfileSettings
}
