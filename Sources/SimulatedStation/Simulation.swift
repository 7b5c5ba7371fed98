public import ProvisioningProtocols

/// The world of a ``SimulatedStation``: its networks, how long things take, and what fails.
///
/// It is read from a JSON file, whose keys `Docs/SimulatedStation.md` lists, or made in code.
public struct Simulation: Sendable, Equatable {
    /// The networks in range.
    public var networks: [Network] = []
    /// How long things take.
    public var delays = Delays()
    /// What fails in the station itself.
    public var failures = Failures()

    /// A world without networks, in which things take no time and nothing fails.
    public init() {}

    /// A network and its access points.
    public struct Network: Sendable, Equatable {
        /// Its name, 1 to 32 bytes.
        public var ssid: SSID
        /// How it is secured.
        public var security: Security
        /// What it takes to join, as bytes; empty for an open one. A simulation's secrets are no secrets.
        public var passphrase: [UInt8]
        /// Whether its access points hide the name.
        public var isHidden = false
        /// Its access points, at least one.
        public var accessPoints: [AccessPointFacts]
        /// The address it hands out.
        public var address = IPv4Address(192, 168, 1, 100)
        /// How joins of it fail; `nil` where they do not.
        public var failure: Failure?
        /// How many joins fail so, the first ones; `nil` for all.
        public var failingJoins: Int?

        /// A network with one access point.
        public init(
            ssid: SSID, security: Security, passphrase: [UInt8] = [],
            signal: SignalStrength = SignalStrength(rawValue: -50), channel: Channel = Channel(rawValue: 1)
        ) {
            self.ssid = ssid
            self.security = security
            self.passphrase = passphrase
            accessPoints = [AccessPointFacts(signal: signal, channel: channel)]
        }
    }

    /// What tells one access point of a network from another.
    public struct AccessPointFacts: Sendable, Equatable {
        /// Its own address.
        public var bssid: HardwareAddress?
        /// How strongly it is received.
        public var signal: SignalStrength
        /// Its channel.
        public var channel: Channel
        /// Its band.
        public var band: Band

        /// An access point of these facts. Where the band is not said, channels up to 14 are in 2.4 GHz, those above in 5.
        public init(bssid: HardwareAddress? = nil, signal: SignalStrength, channel: Channel, band: Band? = nil) {
            self.bssid = bssid
            self.signal = signal
            self.channel = channel
            self.band = band ?? (channel.rawValue <= 14 ? .twoPointFourGHz : .fiveGHz)
        }
    }

    /// How a join fails although the passphrase is right.
    public enum Failure: String, Sendable, Hashable, CaseIterable {
        /// The network is in the list, and does not answer.
        case networkNotFound
        /// The join ends as timed out, after associating.
        case timeOut
        /// No address is handed out.
        case noAddress
        /// The station cannot do the security.
        case unsupportedSecurity
        /// The station fails in itself.
        case deviceFault
        /// The station associates for ever and never tells a result.
        case hangs
    }

    /// How long things take, in milliseconds.
    public struct Delays: Sendable, Equatable {
        /// A scan.
        public var scan: UInt32 = 0
        /// Finding the access point and associating with it.
        public var association: UInt32 = 0
        /// Proving the passphrase.
        public var authentication: UInt32 = 0
        /// Getting an address.
        public var address: UInt32 = 0

        /// Nothing takes time.
        public init() {}
    }

    /// What fails in the station itself.
    public struct Failures: Sendable, Equatable {
        /// How many scans fail, the first ones.
        public var scans = 0
        /// How many credentials can be stored before the disk is full; `nil` where it never is.
        public var storageFullAfter: Int?

        /// Nothing fails.
        public init() {}
    }

    /// The access points in range as a scan finds them, strongest first; hidden ones with an empty name.
    var accessPoints: [AccessPoint] {
        networks.flatMap { network in
            network.accessPoints.map {
                AccessPoint(
                    ssid: network.isHidden ? SSID() : network.ssid, bssid: $0.bssid, security: network.security,
                    signal: $0.signal, channel: $0.channel, band: $0.band)
            }
        }.sorted { $0.signal > $1.signal }
    }
}

extension Simulation.Network: CustomStringConvertible, CustomReflectable {
    /// Its name and how it is secured; of the passphrase its length only, since people put real ones into simulations.
    public var description: String { "\(ssid) (\(security), passphrase of \(passphrase.count) bytes)" }

    /// All but the bytes of the passphrase.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "ssid": ssid, "security": security, "passphrase": "\(passphrase.count) bytes", "isHidden": isHidden,
                "accessPoints": accessPoints, "address": address, "failure": failure as Any,
                "failingJoins": failingJoins as Any,
            ])
    }
}
