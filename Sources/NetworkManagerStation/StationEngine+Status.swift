import DBus
import ProvisioningProtocols
import WiFiStation

/// Where the station stands.
extension StationEngine {
    /// The status, asked for.
    func currentStatus() async throws(StationError) -> StationStatus {
        _ = try await usable()
        return await composeStatus()
    }

    /// Tells whether the station can be used and, if so, its status.
    func report(isForced: Bool = false) async {
        settle(facts.trouble)
        guard isUsable else { return }
        while true {
            let changes = joinChanges
            let status = await composeStatus()
            guard changes == joinChanges else { continue }  // what was just put together is of the join before
            guard isUsable else { return }
            return broadcast.tell(.status(status), isForced: isForced)
        }
    }

    /// The status from what is known, with the details that NetworkManager has to be asked for.
    private func composeStatus() async -> StationStatus {
        if let join, !join.hasBegun {
            return StationStatus(state: join.failure.map { .failed($0) } ?? .associating, ssid: join.ssid)
        }
        let phase = link.phase
        switch phase {
        case .down:
            let ssid = kept.committed ?? kept.staged
            return StationStatus(state: ssid == nil ? .notConfigured : .disconnected, ssid: ssid)
        case .failed(let reason): return StationStatus(state: .failed(reason), ssid: lastSSID)
        case .associating, .authenticating, .obtainingAddress, .connected: break
        }
        let ssid = await ssidInUse()
        if ssid != nil { lastSSID = ssid }
        switch phase {
        case .authenticating: return StationStatus(state: .authenticating, ssid: ssid)
        case .obtainingAddress: return StationStatus(state: .obtainingAddress, ssid: ssid)
        case .connected:
            return StationStatus(state: .connected(await address()), ssid: ssid, signal: await signal())
        default: return StationStatus(state: .associating, ssid: ssid)
        }
    }

    /// The profile that the device is on or tries.
    func profileInUse() async -> String? {
        guard let bus, let active = facts.activeConnection else { return nil }
        let name = NetworkManagerName.self
        return try? await bus.property("Connection", of: name.active, at: active, on: name.service).text
    }

    /// The name of the network that the device is on or tries: the profile's, since the access point's may be hidden.
    private func ssidInUse() async -> SSID? {
        guard let bus, let profile = await profileInUse() else { return join?.ssid }
        if let join, join.profile == profile { return join.ssid }
        return await settings(of: profile, on: bus)?.ssid
    }

    /// The first IPv4 address; unspecified where there is none.
    func address() async -> IPv4Address {
        let name = NetworkManagerName.self
        guard let bus, let config = facts.ip4Config,
            let data = try? await bus.property("AddressData", of: name.ip4Config, at: config, on: name.service),
            let text = data.elements?.first?.namedValues?["address"]?.text,
            let address = IPv4Address(text)
        else { return .unspecified }
        return address
    }

    private func signal() async -> SignalStrength? {
        let name = NetworkManagerName.self
        guard let bus, let accessPoint = facts.activeAccessPoint,
            let strength = try? await bus.property("Strength", of: name.accessPoint, at: accessPoint, on: name.service)
        else { return nil }
        return strength.integer.map { SignalStrength(percent: $0) }
    }
}

extension IPv4Address {
    /// Reads the dotted form.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt8($0) }
        guard parts.count == 4 else { return nil }
        self.init(parts[0], parts[1], parts[2], parts[3])
    }
}
