public import DeviceControl
public import DeviceDirectory
public import Provisioning
public import ProvisioningProtocols
public import Runtime

/// Set-up and control as one flow: from a device in range to one that is heard from and listed, for every protocol.
///
///     let onboarding = Onboarding(directory: directory, control: control)
///     let outcome = try await onboarding.setUp(
///         device, over: provisioner, with: credentials, at: .new(under: topic)) { step in … }
///
/// A device whose protocol reports how its join went is listed when it says that it is connected, where it is known at which
/// address it is steered. One whose protocol does not, such as a JSON device, is waited for until it is heard from over the
/// broker. A device that is listed already keeps the name that it was given.
public struct Onboarding: Sendable {
    /// How long the steps may take that are not the provisioner's.
    public struct Limits: Hashable, Sendable {
        /// Until the broker has agreed to let the device be heard: 15 s.
        public var listening: Duration = .seconds(15)
        /// Until a device that took its credentials is heard from: 60 s.
        public var hearing: Duration = .seconds(60)

        /// The limits named above.
        public init() {}
    }

    let directory: (any DeviceDirectory)?
    let control: DeviceControl?
    let limits: Limits
    let listsUnsteered: Bool
    let time: any TimeSource
    let wallClock: @Sendable () -> WallTime

    /// A flow that lists devices in `directory`, and listens for them with `control`, which has been started and whose broker
    /// is connected or connecting. Without a control nothing is waited for; without a directory the flow ends with the join.
    ///
    /// With `listsUnsteered` a device without an assignment is listed too, when it says that it is connected: without a topic,
    /// and under the identifier that it is listed under already where the radio knows it again.
    public init(
        directory: (any DeviceDirectory)?, control: DeviceControl? = nil, limits: Limits = Limits(),
        listsUnsteered: Bool = false,
        time: any TimeSource = SystemTime.shared, wallClock: @escaping @Sendable () -> WallTime = { .now }
    ) {
        self.directory = directory
        self.control = directory == nil ? nil : control
        self.limits = limits
        self.listsUnsteered = listsUnsteered
        self.time = time
        self.wallClock = wallClock
    }

    /// Sets up a device that is in range, and lists it.
    ///
    /// The broker is listened to first: where it cannot be, the device is left alone. Then the device is connected and given
    /// its credentials, disconnected, and waited for. `assignment` is needed where the protocol carries a topic and an
    /// identifier; for another protocol it says what the device is known to have, and without it the device is not listed.
    ///
    /// It ends by the provisioner's limits and its own, by `deadline` with what is known by then, or by cancellation, after
    /// which nothing is connected.
    /// - Throws: ``OnboardingError``.
    public func setUp(
        _ device: FoundDevice, over provisioner: Provisioner, with credentials: consuming Credentials,
        at assignment: Assignment?, deadline: Instant? = nil, progress: (OnboardingStep) -> Void = { _ in }
    ) async throws(OnboardingError) -> OnboardingOutcome {
        progress(.found)
        let ear = try await listen(for: assignment, deadline, progress)
        let session: ProvisioningSession
        // Of several protocols one that can tell the device where it is steered.
        let needs = ProvisioningCapabilities(carriesControlAddress: assignment != nil)
        do throws(ProvisioningError) { session = try await provisioner.connect(to: device, needing: needs) } catch {
            throw Task.isCancelled ? .cancelled(isSent: false) : .provisioning(error)
        }
        progress(.connected(session.protocolID))
        let ssid = credentials.ssid
        do throws(OnboardingError) {
            let outcome = try await join(session, credentials, assignment, ear, deadline, progress)
            await session.disconnect()
            return try await finish(outcome, of: session, ssid, assignment, knownAs: nil, ear, deadline, progress)
        } catch {
            await session.disconnect()
            throw error
        }
    }

    /// The same over a session that there is already, which it leaves as it is unless the device is waited for: then nothing
    /// more comes over the link, and it is disconnected. After a join that failed, a passphrase can be corrected by another
    /// call. `id` is what a device without an assignment is known to be listed under.
    /// - Throws: ``OnboardingError``.
    public func setUp(
        _ session: ProvisioningSession, with credentials: consuming Credentials, at assignment: Assignment?,
        knownAs id: DeviceID? = nil, deadline: Instant? = nil, progress: (OnboardingStep) -> Void = { _ in }
    ) async throws(OnboardingError) -> OnboardingOutcome {
        let ear = try await listen(for: assignment, deadline, progress)
        let ssid = credentials.ssid
        let outcome = try await join(session, credentials, assignment, ear, deadline, progress)
        return try await finish(outcome, of: session, ssid, assignment, knownAs: id, ear, deadline, progress)
    }
}
