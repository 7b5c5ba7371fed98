import Provisioning
public import ProvisioningProtocols

/// A network that a device sees, as a person picks it: the access points of one name and one security.
public struct NetworkEntry: Hashable, Sendable, Identifiable {
    /// Tells it from every other in the list.
    public let id: String
    /// Its name, as the bytes came.
    public let ssid: SSID
    /// How it is secured.
    public let security: Security
    /// How strongly its strongest access point is received by the device.
    public let signal: SignalStrength
    /// Its access points as they came, the strongest first: to pick a particular channel or band.
    public let accessPoints: [AccessPointEntry]

    init(_ network: Network, _ points: [AccessPoint]) {
        ssid = network.ssid
        security = network.security
        signal = network.signal
        id = network.ssid.bytes.map { String($0, radix: 16) }.joined(separator: ".") + "-\(network.security.rawValue)"
        accessPoints = points.sorted { $0.signal > $1.signal }.enumerated().map {
            AccessPointEntry($0.element, $0.offset)
        }
    }

    /// Its name as text, with what is no text escaped.
    public var name: String { ssid.description }
    /// Whether it hides its name, so that it has to be typed in.
    public var isHidden: Bool { ssid.isHidden }
    /// Whether a join needs a passphrase.
    public var needsPassphrase: Bool { security.needsPassphrase }
    /// How many of four bars to show.
    public var bars: Int { signal.bars }

    /// The entries of a list: the strongest first, hidden ones last.
    static func entries(_ list: NetworkList) -> [NetworkEntry] {
        struct Key: Hashable {
            let ssid: SSID
            let security: Security
        }
        let points = Dictionary(grouping: list.accessPoints) { Key(ssid: $0.ssid, security: $0.security) }
        return list.merged.map { NetworkEntry($0, points[Key(ssid: $0.ssid, security: $0.security)] ?? []) }
    }
}

/// One access point of a network.
public struct AccessPointEntry: Hashable, Sendable, Identifiable {
    /// Tells it from the others of its network.
    public let id: Int
    /// All that came of it.
    public let point: AccessPoint

    init(_ point: AccessPoint, _ number: Int) {
        id = number
        self.point = point
    }

    /// How many of four bars to show.
    public var bars: Int { point.signal.bars }
}

/// The list of networks of the device that is linked.
public struct NetworkListState: Hashable, Sendable {
    /// The networks that came so far.
    public internal(set) var entries: [NetworkEntry] = []
    /// Whether more may come.
    public internal(set) var isLoading = false
    /// Whether it is known to be the whole list.
    public internal(set) var isComplete = false
    /// Why the list ended early or cannot be had; `nil` for nothing.
    public internal(set) var problem: Problem?
}

/// The network that a person chose.
public struct NetworkChoice: Hashable, Sendable {
    /// Its name.
    public let ssid: SSID
    /// How it is secured; for a typed-in name *unspecified*, or *open* where the person said so.
    public let security: Security
    /// Whether the name was typed in.
    public let isTyped: Bool
    /// Whether the network is known to hide its name.
    public let isHidden: Bool
    /// The access points to pick a particular one from; none for a typed-in name.
    public let accessPoints: [AccessPointEntry]

    /// Its name as text.
    public var name: String { ssid.description }
    /// Whether a join needs a passphrase.
    public var needsPassphrase: Bool { security.needsPassphrase }
}
