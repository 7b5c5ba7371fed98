public import BluetoothLE
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
    let context: SessionContext

    /// A provisioner on `central`. `trace` is called with every value in both directions, passphrases cut out, on the
    /// thread that carries it: it must not block.
    public init(
        central: any Central, time: any TimeSource = SystemTime.shared, limits: Limits = Limits(),
        trace: TraceHandler? = nil
    ) {
        self.central = central
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
        let task = connecting(to: device)
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }

    /// Connects, lends the session to `body`, and disconnects, also when `body` throws or the task is cancelled.
    /// - Throws: ``ProvisioningError`` from connecting, or what `body` throws.
    public func withDevice<Result: Sendable>(
        _ device: FoundDevice, _ body: (ProvisioningSession) async throws -> Result
    ) async throws -> Result {
        let session = try await connect(to: device)
        do {
            let result = try await body(session)
            await session.disconnect()
            return result
        } catch {
            await session.disconnect()
            throw error
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
