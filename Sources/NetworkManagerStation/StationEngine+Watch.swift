import DBus
import ProvisioningProtocols
import Runtime
import WiFiStation

/// Following NetworkManager's signals.
extension StationEngine {
    /// How long to wait before NetworkManager is asked again, after it could not answer.
    private static let attachRetryPause: UInt32 = 500

    func handle(_ event: BusEvent) async {
        switch event {
        case .owner(nil):
            loseService()
            settle(facts.trouble)
        case .owner: await attach()
        case .retry: if !facts.hasService { await attachIfOwned() }
        case .signal(let signal) where signal.path == NetworkManagerName.managerPath: await managerSaid(signal)
        case .signal(let signal) where signal.path == facts.device: await deviceSaid(signal)
        case .signal(let signal) where signal.path == facts.ip4Config:
            // While a network is left its address goes first: that is no news of its own.
            if link.phase == .connected, await address() != .unspecified { await report() }
        case .signal: break
        case .supplicant(let signal): await supplicantSaid(signal)
        case .report(let isForced): await report(isForced: isForced)
        }
    }

    private func attachIfOwned() async {
        guard let bus, (try? await bus.owner(of: NetworkManagerName.service)) != nil else { return }
        await attach()
    }

    /// Finds the device, tidies the profiles and tells where everything stands.
    private func attach() async {
        guard let bus else { return }
        loseService()
        facts.hasService = true
        do throws(DBusError) {
            let name = NetworkManagerName.self
            facts.mergeManager(
                try await bus.properties(of: name.manager, at: name.managerPath, on: name.service))
            facts.isPermitted = try await isPermitted(on: bus)
            try await findDevice(on: bus)
        } catch {
            // It owns its name a moment before its objects are there.
            facts = DeviceFacts()
            settle(StationError(.serviceUnavailable, error.description))
            return tryAgain()
        }
        if facts.isPermitted { await tidyProfiles() }
        await report()
    }

    /// Comes back to NetworkManager after a while.
    private func tryAgain() {
        guard let inbox else { return }
        _ = time.schedule(at: time.now + Self.attachRetryPause) { inbox.yield(.retry) }
    }

    /// Whether polkit lets this program keep profiles of the system and switch connections, without asking a person.
    private func isPermitted(on bus: Bus) async throws(DBusError) -> Bool {
        let name = NetworkManagerName.self
        let reply = try await bus.call(
            MethodInvocation(name.service, name.managerPath, name.manager, "GetPermissions"))
        let permissions = reply.first?.namedValues ?? [:]
        return ["\(name.service).settings.modify.system", "\(name.service).network-control"].allSatisfy {
            permissions[$0]?.text ?? "yes" == "yes"
        }
    }

    /// Takes the Wi-Fi device of the name asked for, or the first that is managed, or the first.
    private func findDevice(on bus: Bus) async throws(DBusError) {
        let name = NetworkManagerName.self
        let reply = try await bus.call(MethodInvocation(name.service, name.managerPath, name.manager, "GetDevices"))
        var best: (path: String, properties: [String: DBusValue])?
        for path in reply.first?.texts ?? [] {
            guard let found = try? await bus.properties(of: name.device, at: path, on: name.service),
                found["DeviceType"]?.integer == DeviceType.wifi,
                interface == nil || found["Interface"]?.text == interface
            else { continue }
            let isManaged = (found["State"]?.integer ?? 0) > DeviceState.unmanaged.rawValue
            if best == nil || isManaged { best = (path, found) }
            if isManaged { break }
        }
        guard let best else { return facts.replaceDevice(nil, [:]) }
        facts.replaceDevice(best.path, best.properties)
        facts.mergeDevice(try await bus.properties(of: name.wireless, at: best.path, on: name.service))
        link = LinkState(state: facts.state, hasCarrier: facts.hasCarrier)
    }

    private func managerSaid(_ signal: DBusSignal) async {
        switch signal.member {
        case "DeviceAdded" where facts.device == nil: await attach()
        case "DeviceRemoved" where signal.arguments.first?.text == facts.device: await attach()
        case "CheckPermissions": await attach()
        case "PropertiesChanged":
            guard let change = PropertiesChange(signal), change.interface == NetworkManagerName.manager else { return }
            facts.mergeManager(change.changed)
            if change.changed.keys.contains(where: { $0.hasPrefix("Wireless") }) { await report() }
        default: break
        }
    }

    private func deviceSaid(_ signal: DBusSignal) async {
        if let change = PropertiesChange(signal) {
            facts.mergeDevice(change.changed)
            if change.changed["LastScan"] != nil { scanEnded() }
            guard change.changed["InterfaceFlags"] != nil else { return }
            link.changed(carrier: facts.hasCarrier)
            if link.phase == .associating || link.phase == .authenticating { await report() }
        } else if signal.interface == NetworkManagerName.device, signal.member == "StateChanged",
            signal.arguments.count == 3, let state = signal.arguments[0].integer,
            let reason = signal.arguments[2].integer
        {
            await stateChanged(DeviceState(rawValue: state), because: DeviceStateReason(rawValue: reason))
        }
    }

    private func stateChanged(_ state: DeviceState, because reason: DeviceStateReason) async {
        facts.mergeDevice(["State": .uint32(UInt32(clamping: state.rawValue))])
        if let join, !join.hasBegun {
            // What still happens to the network before says nothing about this join.
            guard state == .prepare, await profileInUse() == join.profile, self.join?.profile == join.profile else {
                return await report()
            }
            self.join?.hasBegun = true
            link = LinkState(state: state, hasCarrier: facts.hasCarrier)
        }
        link.changed(to: state, because: isRefusedSAE(reason) ? .noSecrets : reason)
        if link.phase == .connected { supplicant = nil }
        await report()
    }

    /// WPA3 proves the passphrase before it associates, so NetworkManager takes a refused one for a network that is not
    /// there; one that was in range a moment ago is.
    private func isRefusedSAE(_ reason: DeviceStateReason) -> Bool {
        reason == .ssidNotFound && join?.isSAE == true
    }
}
