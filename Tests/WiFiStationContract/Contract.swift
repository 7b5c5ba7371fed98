import ProvisioningProtocols
public import Runtime
public import WiFiStation

/// A station, and the networks that are really in range of it, for one run of one ``StationContractCase``.
public struct StationBench: Sendable {
    /// A network that can be joined, with its passphrase.
    public struct Known: Sendable {
        /// Its name.
        public let ssid: String
        /// Its passphrase.
        public let passphrase: String

        /// A network of this name and passphrase.
        public init(ssid: String, passphrase: String) {
            self.ssid = ssid
            self.passphrase = passphrase
        }
    }

    /// The station, with nothing stored.
    public let station: any Station
    /// Two networks in range, with WPA and a passphrase each.
    public let first: Known
    /// The other one.
    public let second: Known
    /// The clock of the limits.
    public let time: any TimeSource

    /// A bench of these.
    public init(station: any Station, first: Known, second: Known, time: any TimeSource = SystemTime.shared) {
        self.station = station
        self.first = first
        self.second = second
        self.time = time
    }
}

/// One thing that every back end of `WiFiStation` does, as a run that throws where it does not.
public struct StationContractCase: Sendable, CustomStringConvertible {
    /// What is claimed.
    public let description: String
    /// Holds the claim to a station.
    public let run: @Sendable (StationBench) async throws -> Void

    /// All of them.
    public static let all: [StationContractCase] = joining + storing
}

/// What a station did that the contract does not allow.
public struct StationContractViolation: Error, CustomStringConvertible {
    /// What was claimed, and what came instead.
    public let description: String
}

func claim(_ holds: Bool, _ text: @autoclosure () -> String) throws {
    if !holds { throw StationContractViolation(description: text()) }
}

extension StationBench {
    /// Credentials for a network; another passphrase than its own where one is given.
    func credentials(_ known: Known, passphrase: String? = nil) throws -> Credentials {
        guard let ssid = SSID(known.ssid), let secret = Passphrase(passphrase ?? known.passphrase) else {
            throw StationContractViolation(description: "the bench names a network that cannot be")
        }
        return Credentials(ssid: ssid, passphrase: secret, security: .wpaPersonal)
    }

    func stage(_ known: Known, passphrase: String? = nil) async throws {
        let credentials = try credentials(known, passphrase: passphrase)
        try await station.stage(credentials)
    }

    /// The states of a join up to its end, which is connected, failed or off.
    func followJoin(_ events: EventStream<StationEvent, Never>, of known: Known) async throws -> StationStatus {
        while true {
            guard case .event(let event) = await events.next(until: time.now + 60_000, on: time) else {
                throw StationContractViolation(description: "the join of \(known.ssid) did not end")
            }
            guard case .status(let status) = event, status.ssid == SSID(known.ssid) else { continue }
            switch status.state {
            case .connected, .failed: return status
            default: continue
            }
        }
    }

    /// Stages, joins and commits a network.
    func settle(on known: Known) async throws {
        try await stage(known)
        let events = station.events()
        _ = await events.next()
        try await station.joinStaged()
        let end = try await followJoin(events, of: known)
        guard case .connected = end.state else {
            throw StationContractViolation(description: "\(known.ssid) was not joined: \(end.state)")
        }
        try await station.commit()
    }
}
