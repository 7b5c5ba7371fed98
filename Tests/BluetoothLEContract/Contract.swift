public import BluetoothLE
import ProvisioningProtocols
public import Runtime

/// Two ends of a back end of `BluetoothLE` that can reach each other, for one run of one ``ContractCase``.
public struct RadioPair: Sendable {
    /// The end that looks for peripherals.
    public let central: any Central
    /// Another one, where there is one.
    public let secondCentral: (any Central)?
    /// The end that serves them.
    public let host: any PeripheralHost
    /// The clock of the limits; a run that keeps the contract never waits for one.
    public let time: any TimeSource
    /// Where a platform leaves no choice.
    public let traits: Set<Trait>

    /// What a platform does in its own way, or has no way to do.
    public enum Trait: Hashable, Sendable {
        /// The central's system pairs by itself when an attribute that needs it is touched.
        case centralPairsByItself
        /// The host cannot advertise data for services.
        case hostHasNoServiceData
        /// The host is not told of links, only of requests and subscriptions: a central has gone when its last subscription ends.
        case hostSeesNoLinks
        /// The host cannot end the links of its centrals, only take its services away.
        case hostEndsNoLinks
    }

    /// A pair of these ends.
    public init(
        central: any Central, secondCentral: (any Central)? = nil, host: any PeripheralHost,
        time: any TimeSource = SystemTime.shared, traits: Set<Trait> = []
    ) {
        self.central = central
        self.secondCentral = secondCentral
        self.host = host
        self.time = time
        self.traits = traits
    }

    var soon: Instant { time.now + 20_000 }
}

/// One thing that every back end of `BluetoothLE` does, as a run that throws where it does not.
public struct ContractCase: Sendable, CustomStringConvertible {
    /// What is claimed.
    public let description: String
    /// Holds the claim to a pair.
    public let run: @Sendable (RadioPair) async throws -> Void

    /// All of them.
    public static let all: [ContractCase] = finding + values + pairing + notifications + links
}

/// What a back end did that the contract does not allow.
public struct ContractViolation: Error, CustomStringConvertible {
    /// What was claimed, and what came instead.
    public let description: String
}

func claim(_ holds: Bool, _ text: @autoclosure () -> String) throws {
    if !holds { throw ContractViolation(description: text()) }
}

/// Runs `body`, which has to fail with one of `codes`.
func claimFails(
    _ codes: BluetoothError.Code..., in text: String, _ body: () async throws(BluetoothError) -> Void
) async throws {
    do { try await body() } catch {
        return try claim(codes.contains(error.code), "\(text): failed with \(error)")
    }
    throw ContractViolation(description: "\(text): did not fail")
}
