public import ProvisioningProtocols

/// A network as a person picks it: the access points of one name and one security.
public struct Network: Hashable, Sendable {
    /// Its name, as the bytes came.
    public var ssid: SSID
    /// How it is secured.
    public var security: Security
    /// How strongly its strongest access point is received by the device.
    public var signal: SignalStrength
    /// How many access points it has.
    public var accessPoints: Int
    /// Their channels, each once, in rising order.
    public var channels: [Channel]

    /// Whether it hides its name, so that one has to be typed in.
    public var isHidden: Bool { ssid.isHidden }
}

/// The networks that a device sees.
public struct NetworkList: Hashable, Sendable {
    /// Every access point as it came, in the order it came.
    public var accessPoints: [AccessPoint]
    /// Whether it is the whole list; `false` when some were lost, or came cut, or it was stopped.
    public var isComplete: Bool
    /// How many the device said it sent, where it said so.
    public var announced: Int?
    /// Whether the device said that its scan failed: the list is then what it knew before.
    public var scanFailed: Bool

    /// A list of these access points.
    public init(
        accessPoints: [AccessPoint] = [], isComplete: Bool = false, announced: Int? = nil, scanFailed: Bool = false
    ) {
        self.accessPoints = accessPoints
        self.isComplete = isComplete
        self.announced = announced
        self.scanFailed = scanFailed
    }

    /// The list as a person picks from it: access points of the same name and the same security are one, the strongest
    /// first, hidden ones last.
    public var merged: [Network] {
        struct Key: Hashable {
            let ssid: SSID
            let security: Security
        }
        var places: [Key: Int] = [:]
        var networks: [Network] = []
        for point in accessPoints {
            let key = Key(ssid: point.ssid, security: point.security)
            if let place = places[key] {
                networks[place].signal = max(networks[place].signal, point.signal)
                networks[place].accessPoints += 1
                if !networks[place].channels.contains(point.channel) { networks[place].channels.append(point.channel) }
            } else {
                places[key] = networks.count
                networks.append(
                    Network(
                        ssid: point.ssid, security: point.security, signal: point.signal, accessPoints: 1,
                        channels: [point.channel]))
            }
        }
        for place in networks.indices { networks[place].channels.sort { $0.rawValue < $1.rawValue } }
        return networks.sorted { left, right in
            left.isHidden == right.isHidden ? left.signal > right.signal : right.isHidden
        }
    }
}

/// What comes while a list is fetched.
public enum NetworkEvent: Hashable, Sendable {
    /// An access point, as it came.
    case found(AccessPoint)
    /// The list starts anew: forget what was found. A device that is asked again sends everything again.
    case restarted
    /// The end, with all of it.
    case ended(NetworkList)
}
