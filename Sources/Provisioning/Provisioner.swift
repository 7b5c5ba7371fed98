public import BluetoothLE
public import DeviceCatalogue
public import ProvisioningProtocols
public import Runtime

/// Finds devices and gives them their Wi-Fi credentials, over any radio and any registered protocol.
///
///     let provisioner = Provisioner(central: central)
///     for try await device in provisioner.discover() { … }
///     let outcome = try await provisioner.withDevice(device) { session in
///         try await session.join(credentials)
///     }
public struct Provisioner: Sendable {
    let central: any Central
    let catalogue: DeviceCatalogue
    let context: SessionContext

    /// A provisioner on `central`. Devices of a kind of `catalogue` are found by their names too, whatever services they
    /// advertise, and are spoken to in the terms of that kind. `trace` is called with every value in both directions, passphrases cut out, on the
    /// thread that carries it: it must not block.
    public init(
        central: any Central, catalogue: DeviceCatalogue = DeviceCatalogue(),
        time: any TimeSource = SystemTime.shared, limits: Limits = Limits(), trace: TraceHandler? = nil
    ) {
        self.central = central
        self.catalogue = catalogue
        context = SessionContext(time: time, limits: limits, trace: trace)
    }

    /// The radio's state now and at every change.
    public func states() -> EventStream<RadioState, Never> { central.states() }

    /// Looks for devices of all registered protocols, from the call until the stream is let go. A device comes again
    /// whenever something about it changed; ``FoundDevice/id`` tells whether it is the same.
    public func discover() -> EventStream<FoundDevice, ProvisioningError> { found() }

    /// Connects to a device, finds out which protocol it speaks and makes ready to receive.
    ///
    /// Ends by the limits for connecting and for the discovery of services. When it throws, or its task is cancelled,
    /// nothing is left connected.
    /// - Throws: ``ProvisioningError``, `notRecognized` where the device's attribute table belongs to no protocol.
    public func connect(to device: FoundDevice) async throws(ProvisioningError) -> ProvisioningSession {
        // In a task of its own: what its many steps need of memory goes with it, instead of staying with the caller's task
        // for as long as that lives.
        try await inTaskOfItsOwn { () throws(ProvisioningError) in
            try await makeSession(with: device, speaking: nil)
        }
    }

    /// The same for something that not every protocol can do: of several that the device speaks the first that has all of
    /// `needs` is taken. Where none has, the session is there all the same, and what it cannot do is `unsupported`.
    /// - Throws: ``ProvisioningError``, `notRecognized` where the device's attribute table belongs to no protocol.
    public func connect(
        to device: FoundDevice, needing needs: ProvisioningCapabilities
    ) async throws(ProvisioningError) -> ProvisioningSession {
        try await inTaskOfItsOwn { () throws(ProvisioningError) in
            try await makeSession(with: device, speaking: nil, needing: needs)
        }
    }

    /// The same for a device that is known to speak `protocolID`, whatever else its attribute table shows, and that may
    /// call the protocol's attributes by UUIDs of its own.
    /// - Throws: ``ProvisioningError``, `notRecognized` where the attributes are not there.
    public func connect(
        to device: FoundDevice, speaking protocolID: ProtocolID, _ names: AttributeNames = AttributeNames()
    ) async throws(ProvisioningError) -> ProvisioningSession {
        try await inTaskOfItsOwn { () throws(ProvisioningError) in
            try await makeSession(with: device, speaking: protocolID, names)
        }
    }

    /// Connects, lends the session to `body`, and disconnects, also when `body` throws or the task is cancelled.
    /// - Throws: ``DeviceCallError``: the error of connecting, or the one that `body` threw.
    public func withDevice<Result: Sendable, Failure: Error>(
        _ device: FoundDevice, _ body: (ProvisioningSession) async throws(Failure) -> Result
    ) async throws(DeviceCallError<Failure>) -> Result {
        let session: ProvisioningSession
        do throws(ProvisioningError) { session = try await connect(to: device) } catch { throw .connecting(error) }
        do throws(Failure) {
            let result = try await body(session)
            await session.disconnect()
            return result
        } catch {
            await session.disconnect()
            throw .body(error)
        }
    }
}

/// Why ``Provisioner/withDevice(_:_:)`` gave no result.
public enum DeviceCallError<Failure: Error>: Error {
    /// No session came about.
    case connecting(ProvisioningError)
    /// The session was lent, and its user threw this.
    case body(Failure)

    /// The error of the link or the device, whichever part met it; `nil` where the session's user threw one of its own.
    public var provisioning: ProvisioningError? {
        switch self {
        case .connecting(let error): error
        case .body(let error): error as? ProvisioningError
        }
    }
}

extension DeviceCallError: CustomStringConvertible {
    /// The error that it holds, in its own words.
    public var description: String {
        switch self {
        case .connecting(let error): error.description
        case .body(let error): "\(error)"
        }
    }
}

/// What all sessions of a provisioner share.
final class SessionContext: Sendable {
    let time: any TimeSource
    let limits: Limits
    let trace: TraceHandler?

    init(time: any TimeSource, limits: Limits, trace: TraceHandler?) {
        self.time = time
        self.limits = limits
        self.trace = trace
    }
}
