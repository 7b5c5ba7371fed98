import BluetoothLE
import DeviceCatalogue
public import Provisioning
public import ProvisioningProtocols

/// A device in range, as a person picks it.
public struct Candidate: Hashable, Sendable, Identifiable {
    /// Tells it from every other, also from one of the same name.
    public let id: String
    /// Its name; `nil` where none was heard.
    public let name: String?
    /// Its address; `nil` on platforms that hide it.
    public let address: String?
    /// How strongly it is received, where the platform says so.
    public let signal: SignalStrength?
    /// The protocols that it may speak, the likeliest first.
    public let protocols: [ProtocolID]
    /// What the catalogue calls its kind; `nil` where that is not known.
    public let kind: String?
    /// What it says of itself to anybody; it may be old.
    public let advertised: AdvertisedState?

    init(_ device: FoundDevice) {
        id = device.id.rawValue
        name = device.name
        address = device.address.map { "\($0)" }
        signal = device.signal
        protocols = device.protocols
        kind = device.kind?.name
        advertised = device.advertised
    }

    /// How many of four bars to show; `nil` where the strength is not known.
    public var bars: Int? { signal?.bars }

    /// What to call it in a sentence: its name, otherwise its address or what else tells it from others.
    public var title: String { name ?? address ?? id }
}

/// The device that a link was made to.
public struct LinkedDevice: Hashable, Sendable {
    /// Which one. Shown, with its address and signal, before a passphrase is sent.
    public let candidate: Candidate
    /// The protocol that it speaks.
    public let protocolID: ProtocolID
    /// What that protocol can do, and so what there is to choose.
    public let capabilities: ProvisioningCapabilities
    /// The version of its protocol; `nil` where it tells none, or has not yet.
    public internal(set) var version: UInt32?
    /// Where it stands with its Wi-Fi; `nil` where it does not tell, or has not yet.
    public internal(set) var standing: DeviceStanding?
}

/// Where a device stands with its Wi-Fi.
public struct DeviceStanding: Hashable, Sendable {
    /// What to say of it.
    public let sentence: Sentence
    /// The network that it is on, tries or has stored; `nil` for none.
    public let network: String?
    /// How strongly it receives that network; `nil` where it is not on it.
    public let signal: SignalStrength?
    /// Its address there; `nil` where it has none.
    public let address: String?
    /// Whether it has a network, so that there is one to forget.
    public let isConfigured: Bool

    init(_ status: DeviceStatus) {
        network = status.ssid?.description
        signal = status.signal
        address = status.address.map { "\($0)" }
        let name = network ?? ""
        switch status.state {
        case .notConfigured: sentence = "standing.notConfigured"
        case .disconnected: sentence = Sentence("standing.disconnected", name)
        case .associating: sentence = Sentence("standing.associating", name)
        case .authenticating: sentence = Sentence("standing.authenticating", name)
        case .obtainingAddress: sentence = Sentence("standing.obtainingAddress", name)
        case .connected: sentence = Sentence("standing.connected", name)
        case .failed: sentence = Sentence("standing.failed", name)
        }
        isConfigured = status.state != .notConfigured
    }
}
