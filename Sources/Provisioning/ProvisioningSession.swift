import BluetoothLE
public import ProvisioningProtocols
public import Runtime

/// A link to a device, in the terms of provisioning. It ends with ``disconnect()``, at the latest when it is let go.
///
/// Calls may overlap: a list may be fetched while a join runs. Each ends by its limit, its task's cancellation or the
/// link's end.
public final class ProvisioningSession: Sendable {
    /// The device at the other end. Show its name, address and signal to a person before a passphrase is sent.
    public let device: FoundDevice
    /// The protocol that is spoken.
    public let protocolID: ProtocolID
    /// All that the device speaks, as its attribute table shows, the one that is spoken first.
    public let protocolIDs: [ProtocolID]
    /// What that protocol can do.
    public let capabilities: ProvisioningCapabilities
    let driver: any SessionDriver

    init(
        device: FoundDevice, protocolIDs: [ProtocolID], capabilities: ProvisioningCapabilities,
        driver: any SessionDriver
    ) {
        self.device = device
        protocolID = protocolIDs[0]
        self.protocolIDs = protocolIDs
        self.capabilities = capabilities
        self.driver = driver
    }

    deinit { driver.abandon() }

    /// The networks the device sees, whole.
    ///
    /// The first call takes the list that the device sends when it is connected, where it does so; a later one asks for a
    /// new scan, and so does one with options.
    /// - Throws: ``ProvisioningError``; `timedOut` carries in ``ProvisioningError/networks`` what did arrive;
    ///   `unsupported` where the options are not plain and the protocol does not carry them.
    public func networks(_ options: ScanOptions = ScanOptions()) async throws(ProvisioningError) -> NetworkList {
        let events = networkEvents(options)
        while let event = try await events.next() {
            if case .ended(let list) = event { return list }
        }
        throw .ended()
    }

    /// The networks the device sees, each as it comes, then the whole list. Letting go of the stream stops nothing at the
    /// device: ``stopScan()`` does.
    public func networkEvents(
        _ options: ScanOptions = ScanOptions()
    ) -> EventStream<NetworkEvent, ProvisioningError> { driver.networks(options) }

    /// Tells the device to end its scan. A list that is coming ends with what has come, and is not complete.
    /// - Throws: ``ProvisioningError``, `unsupported` where the protocol has no such thing.
    public func stopScan() async throws(ProvisioningError) { try await answer(driver.stopScan()) }

    /// The version of the protocol that the device speaks.
    /// - Throws: ``ProvisioningError``, `unsupported` where the protocol tells none.
    public func version() async throws(ProvisioningError) -> UInt32 { try await answer(driver.version()) }

    /// Has the device leave its network and forget all that it stored. A join in progress ends. Cancelling stops the
    /// waiting, not the device.
    /// - Throws: ``ProvisioningError``, `unsupported` where the protocol has no such thing.
    public func forget() async throws(ProvisioningError) { try await answer(driver.forget()) }

    /// Gives the device its credentials and waits for the outcome, by the limit for a join.
    ///
    /// `address` is where the device is to be steered afterwards, which is needed where
    /// ``ProvisioningCapabilities/carriesControlAddress`` and `unsupported` elsewhere.
    ///
    /// They are checked first: nothing is sent that the protocol cannot carry or the network's security cannot take. A
    /// particular access point, channel or band, and volatile credentials, are `unsupported` where ``capabilities`` lack
    /// them.
    /// Wrong ones can be corrected by another call on the same session. Cancelling stops the waiting, not the device.
    /// - Throws: ``ProvisioningError`` where the credentials were refused here or never reached the device, `replaced`
    ///   where a later call took this one's place.
    ///
    /// A `deadline` ends it earlier, with what is known by then: ``UnknownOutcome/noAnswer`` where the device has shown no
    /// sign of the credentials, ``UnknownOutcome/noResult`` where it took them, `timedOut` thrown where none were sent.
    public func join(
        _ credentials: consuming Credentials, steeredAt address: ControlAddress? = nil, deadline: Instant? = nil
    ) async throws(ProvisioningError) -> JoinOutcome {
        let events = joinEvents(credentials, steeredAt: address, deadline: deadline)
        while let event = try await events.next() {
            if case .ended(let outcome) = event { return outcome }
        }
        throw .ended()
    }

    /// The same as ``join(_:steeredAt:deadline:)``, with each step as it is reached and the outcome last.
    public func joinEvents(
        _ credentials: consuming Credentials, steeredAt address: ControlAddress? = nil, deadline: Instant? = nil
    ) -> EventStream<JoinEvent, ProvisioningError> {
        driver.join(credentials, steeredAt: address, before: deadline)
    }

    /// Where the device stands now.
    /// - Throws: ``ProvisioningError``, `unsupported` where the protocol reports no status.
    public func status() async throws(ProvisioningError) -> DeviceStatus {
        try await answer(driver.status(once: true))
    }

    private func answer<Answer: Sendable>(
        _ events: EventStream<Answer, ProvisioningError>
    ) async throws(ProvisioningError) -> Answer {
        guard let answer = try await events.next() else { throw .ended() }
        return answer
    }

    /// Where the device stands, now and whenever it says so, until the stream is let go or the link ends.
    public func statusEvents() -> EventStream<DeviceStatus, ProvisioningError> { driver.status(once: false) }

    /// What was odd on the wire and was survived, from the call on: gaps, duplicates, messages that could not be read.
    public func diagnostics() -> EventStream<ProvisioningDiagnostic, Never> { driver.diagnostics() }

    /// Ends the link and every call that still waits. When it returns, the link has ended. A scan that the device does for
    /// this session is stopped first, in 2 s at most, where the protocol can.
    public func disconnect() async {
        // Whether or not the caller is cancelled.
        await Task { [driver] in
            await driver.endScan()
            await driver.close()
        }.value
    }
}

extension ProvisioningSession: CustomStringConvertible, CustomReflectable {
    /// The protocol and the device. What is being sent is in no description.
    public var description: String { "\(protocolID) session with \(device.name ?? device.id.rawValue)" }

    /// The device and the protocol.
    public var customMirror: Mirror { Mirror(self, children: ["device": device, "protocolID": protocolID]) }
}

extension ProvisioningError {
    /// A stream ended without its last event: the session was closed, or the waiting task was cancelled.
    static func ended() -> ProvisioningError {
        ProvisioningError(
            .cancelled, fault: .caller, summary: "The call was cancelled or the session closed before its end.",
            state: "", advice: "")
    }
}
