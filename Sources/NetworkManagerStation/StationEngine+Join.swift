import DBus
import ProvisioningProtocols
import Runtime
import WiFiStation

/// Joining and leaving.
extension StationEngine {
    /// How long to look, by name, for a network that no scan has found.
    private static let directedScanLimit: UInt32 = 8000

    func joinStaged() async throws(StationError) {
        guard let staged = try await inventory(on: usable()).staged else {
            throw StationError(.failed, "no network is staged")
        }
        begin(staged)
    }

    func joinCommitted() async throws(StationError) {
        guard let committed = try await inventory(on: usable()).committed else {
            throw StationError(.failed, "no network is kept")
        }
        await returnTo(committed)
    }

    /// Joins `profile`, unless the device is on it, or on its way, already.
    func returnTo(_ profile: OwnProfile) async {
        let isOnItsWay = join?.profile == profile.path && join?.hasBegun == false && join?.failure == nil
        if isOnItsWay {
            tellStatus(isForced: true)
        } else if link.isUp, await profileInUse() == profile.path {
            stopJoining()
            tellStatus(isForced: true)
        } else {
            begin(profile)
        }
    }

    func disconnect() async throws(StationError) {
        let bus = try await usable()
        stopJoining()
        try await leave(on: bus)
        tellStatus()
    }

    /// Takes the device off its network, and keeps NetworkManager from going back by itself.
    private func leave(on bus: Bus) async throws(StationError) {
        guard let device = facts.device else { throw StationError(.noInterface) }
        let name = NetworkManagerName.self
        do throws(DBusError) {
            try await setConnectsByItself(false, device: device, on: bus)
            _ = try await bus.call(MethodInvocation(name.service, device, name.device, "Disconnect"))
        } catch  where error.name.hasSuffix(".NotActive") {
            // It was off already.
        } catch {
            throw StationError(error)
        }
    }

    /// Gives up a join that was asked for, if there is one; what its device does is no longer waited for.
    func stopJoining() {
        joinTask?.cancel()
        joinTask = nil
        if join?.hasBegun == false { link = LinkState(state: facts.state, hasCarrier: facts.hasCarrier) }
        join = nil
        supplicant = nil
        link.forgetFailure()
    }

    private func begin(_ profile: OwnProfile) {
        guard let ssid = profile.settings.ssid else { return }
        stopJoining()
        join = Join(profile: profile.path, ssid: ssid)
        lastSSID = ssid
        // Told before the caller goes on, so that no status of the network before can be taken for this one's.
        if isUsable { broadcast.tell(.status(StationStatus(state: .associating, ssid: ssid))) }
        joinTask = Task { await prepare(profile, ssid) }
    }

    /// Looks for the network, makes the profile fit it, and hands it to NetworkManager.
    private func prepare(_ profile: OwnProfile, _ ssid: SSID) async {
        do throws(StationError) {
            let bus = try await usable()
            var visible = try await kinds(of: ssid, on: bus)
            var settings = profile.settings
            if visible.isEmpty, !settings.isHidden {
                try await leave(on: bus)  // on a network, a radio scans too slowly
                visible = try await lookFor(ssid, on: bus)
                if !visible.isEmpty { settings.isHidden = true }  // it answers only when it is called by its name
            }
            guard !visible.isEmpty || settings.isHidden else { return await fail(profile.path, .networkNotFound) }
            if let failure = adapt(&settings, to: visible) { return await fail(profile.path, failure) }
            let isSAE = try await mayUseSAE(settings.keyManagement, for: ssid, on: bus)
            guard !Task.isCancelled, join?.profile == profile.path else { return }
            join?.isVisible = !visible.isEmpty
            join?.isSAE = isSAE
            if settings.isHidden != profile.settings.isHidden
                || settings.keyManagement != profile.settings.keyManagement
            {
                try await update(profile, with: settings, on: bus)
            }
            await watchSupplicant(on: bus)
            guard !Task.isCancelled, join?.profile == profile.path else { return }
            try await activate(profile.path, on: bus)
        } catch {
            if error.code != .cancelled { await fail(profile.path, .deviceFault) }
        }
    }

    /// Looks for a network by its name. The first scan to end may have begun before it was asked for, so that only a second
    /// one shows that nothing answers.
    private func lookFor(_ ssid: SSID, on bus: Bus) async throws(StationError) -> Set<SecurityKind> {
        let deadline = time.now + Self.directedScanLimit
        for _ in 1...2 {
            _ = try await runScan(for: ssid, deadline: deadline, on: bus)
            let visible = try await kinds(of: ssid, on: bus)
            if !visible.isEmpty { return visible }
        }
        return []
    }

    /// Makes the profile fit what is in range, where its secret allows that.
    private func adapt(_ settings: inout ProfileSettings, to visible: Set<SecurityKind>) -> JoinFailure? {
        let present = settings.keyManagement
        guard !visible.isEmpty, !visible.contains(where: present.fits) else { return nil }
        if let fitting = visible.compactMap({ present.adapted(to: $0) }).first {
            settings.keyManagement = fitting
            return nil
        }
        let lacksPassphrase = present == .open || present == .owe
        return lacksPassphrase && !visible.isSubset(of: [.enterprise, .unknown])
            ? .wrongPassphrase : .unsupportedSecurity
    }

    private func activate(_ profile: String, on bus: Bus) async throws(StationError) {
        guard let device = facts.device else { throw StationError(.noInterface) }
        let name = NetworkManagerName.self
        do throws(DBusError) {
            try await setConnectsByItself(true, device: device, on: bus)
            guard !Task.isCancelled else { return }
            _ = try await bus.call(
                MethodInvocation(
                    name.service, name.managerPath, name.manager, "ActivateConnection",
                    [.objectPath(profile), .objectPath(device), .objectPath(name.none)]))
        } catch {
            throw StationError(error)
        }
    }

    /// Whether NetworkManager may bring the device up by itself; a `Disconnect` keeps it from that until it is told.
    private func setConnectsByItself(_ value: Bool, device: String, on bus: Bus) async throws(DBusError) {
        let name = NetworkManagerName.self
        try await bus.setProperty("Autoconnect", of: name.device, at: device, on: name.service, to: .boolean(value))
    }

    /// The join of `profile` failed before NetworkManager had it, which may then go back to what it knows.
    private func fail(_ profile: String, _ failure: JoinFailure) async {
        guard join?.profile == profile, join?.hasBegun == false else { return }
        join?.failure = failure
        joinTask = nil
        tellStatus()
        if let bus, let device = facts.device { try? await setConnectsByItself(true, device: device, on: bus) }
    }
}
