import BluetoothLE
import DeviceControl
import DeviceDirectory
import MessageBroker
import Provisioning
import ProvisioningProtocols
import Runtime

extension Onboarding {
    /// Begins to listen for the device; `nil` where it has no address, or there is nothing to listen with.
    func listen(
        for assignment: Assignment?, _ deadline: Instant?, _ progress: (OnboardingStep) -> Void
    ) async throws(OnboardingError) -> Ear? {
        guard let control, let assignment else { return nil }
        progress(.listening)
        let address = assignment.address
        let changes = await control.changes(of: address.id)
        let wasHeard = (try? await directory?.device(address.id))?.lastSeen != nil
        let ear = Ear(changes, of: assignment, wasHeard: wasHeard)
        do throws(ControlError) {
            let limit = Swift.min(time.now + limits.listening.milliseconds, deadline ?? .distantFuture)
            try await control.listen(to: [address.topic.text], deadline: limit)
        } catch {
            throw error.code == .cancelled ? .cancelled(isSent: false) : .listening(error)
        }
        return ear
    }

    /// Gives the device its credentials, and follows the join to its end.
    func join(
        _ session: ProvisioningSession, _ credentials: consuming Credentials, _ assignment: Assignment?, _ ear: Ear?,
        _ deadline: Instant?, _ progress: (OnboardingStep) -> Void
    ) async throws(OnboardingError) -> JoinOutcome {
        let address = session.capabilities.carriesControlAddress ? assignment?.address : nil
        ear?.begin()
        let events = session.joinEvents(credentials, steeredAt: address, deadline: deadline)
        var isSent = false
        do throws(ProvisioningError) {
            while let event = try await events.next() {
                switch event {
                case .progress(let step):
                    if step >= .writing { isSent = true }
                    progress(.joining(step))
                case .ended(let outcome): return outcome
                }
            }
        } catch {
            throw error.code == .cancelled ? .cancelled(isSent: isSent) : .provisioning(error)
        }
        throw .cancelled(isSent: isSent)
    }

    /// Waits for the device where its join leaves that open, and lists it when it is there.
    func finish(
        _ outcome: JoinOutcome, of session: ProvisioningSession, _ ssid: SSID, _ assignment: Assignment?,
        knownAs id: DeviceID?, _ ear: Ear?, _ deadline: Instant?, _ progress: (OnboardingStep) -> Void
    ) async throws(OnboardingError) -> OnboardingOutcome {
        progress(.joinEnded(outcome))
        guard let directory else { return .joinEnded(outcome) }
        guard let address = assignment?.address else {
            guard listsUnsteered, case .connected(_, let signal) = outcome else { return .joinEnded(outcome) }
            let entry = await unsteered(session, ssid, knownAs: id, in: directory)
            return try await list(entry, signal, in: directory, progress)
        }
        var signal: SignalStrength?
        switch outcome {
        case .failed: return .joinEnded(outcome)
        case .connected(_, let itsSignal): signal = itsSignal
        case .accepted, .unknown:
            guard let ear else { return .joinEnded(outcome) }
            await session.disconnect()
            progress(.waiting(address))
            switch try await wait(for: ear, deadline) {
            case .heard: progress(.heard)
            case .failed(let reason):
                let outcome = JoinOutcome.failed(reason, message: "")
                progress(.joinEnded(outcome))
                return .joinEnded(outcome)
            case .notHeard(let reason):
                return .notHeard(NotHeard(address: address, reason: reason, join: outcome))
            }
        }
        let entry = Entry(
            device: session.device, protocolID: session.protocolID, id: address.id, topic: address.topic.text,
            ssid: ssid)
        return try await list(entry, signal, in: directory, progress)
    }

    /// The entry of a device that nobody steers: the one that is listed under `id`, or that the radio called so before, or one
    /// of its own.
    private func unsteered(
        _ session: ProvisioningSession, _ ssid: SSID, knownAs id: DeviceID?, in directory: any DeviceDirectory
    ) async -> Entry {
        let peripheral = session.device.id.rawValue
        let listed = (try? await directory.devices()) ?? []
        let known = listed.first { id == nil ? $0.provisioning?.peripheral == peripheral : $0.id == id }
        return Entry(
            device: session.device, protocolID: session.protocolID, id: known?.id ?? .random(),
            topic: known?.topic ?? "", ssid: ssid)
    }

    /// What came of a device that was waited for.
    private enum Hearing {
        case heard
        /// It said that it could not join.
        case failed(JoinFailure)
        case notHeard(NotHeard.Reason)
    }

    /// Waits until the device is heard from, or says that it could not join.
    private func wait(for ear: Ear, _ deadline: Instant?) async throws(OnboardingError) -> Hearing {
        let limit = Swift.min(time.now + limits.hearing.milliseconds, deadline ?? .distantFuture)
        switch await ear.wait(until: limit, on: time) {
        case .event: break
        case .cancelled: throw .cancelled(isSent: true)
        case .timedOut, .ended: break
        }
        let signs = ear.signs
        if let failure = signs.failure { return .failed(failure) }
        if signs.isHeard { return .heard }
        switch control?.connection {
        case .connected: return .notHeard(signs.rest)
        case .waiting(let error, _): return .notHeard(.noBroker(error))
        default: return .notHeard(.noBroker(nil))
        }
    }

    /// Puts the device into the list, with what it has said, and with how strongly it receives its network.
    private func list(
        _ entry: Entry, _ signal: SignalStrength?, in directory: any DeviceDirectory,
        _ progress: (OnboardingStep) -> Void
    ) async throws(OnboardingError) -> OnboardingOutcome {
        let state = await control?.status(of: entry.id)?.state
        let device = entry.listed(state, at: wallClock())
        do throws(DirectoryError) {
            let isNew = try await directory.device(entry.id) == nil
            var listed = try await directory.enroll(device)
            // What it said while it was being listed was nobody's yet.
            let status = await control?.status(of: entry.id)
            let later = status?.state == listed.state ? nil : status?.state
            let strength = signal?.rawValue ?? status?.signal?.strength
            if later != nil || strength != nil {
                let report = DeviceReport(id: entry.id, time: wallClock(), state: later, signal: strength)
                if try await directory.record([report]) == 1 { listed.take(report) }
            }
            progress(.listed)
            return .listed(listed, isNew: isNew)
        } catch {
            throw .listing(error, device)
        }
    }
}

extension Instant {
    /// Later than any that is reached.
    fileprivate static var distantFuture: Instant { Instant(milliseconds: .max) }
}

extension Duration {
    /// Whole milliseconds, kept between 0 and 46 days.
    fileprivate var milliseconds: UInt32 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < 4_000_000 else { return 4_000_000_000 }
        return UInt32(seconds) * 1000 + UInt32(attoseconds / 1_000_000_000_000_000)
    }
}
