import DBus
import ProvisioningProtocols
import Runtime
import WiFiStation

/// Looking for networks.
extension StationEngine {
    /// How long to wait for a scan that NetworkManager did not let us start: the one before has just ended, or one runs.
    private static let refusedScanWait: UInt32 = 3000

    func scan(_ options: ScanOptions, deadline: Instant) async throws(StationError) -> [AccessPoint] {
        let bus = try await usable()
        let end = options.period.map { min(deadline, time.now + $0) } ?? deadline
        let outcome = try await runScan(for: nil, deadline: end, on: bus)
        let found = try await accessPoints(on: bus)
        if found.isEmpty, let failure = outcome, failure.code != .timedOut || options.period == nil { throw failure }
        return found.map(\.accessPoint).filter(options.include)
    }

    /// Has NetworkManager scan, for the network `ssid` by name where it is given, and waits for the end.
    ///
    /// A scan that was under way when this one was asked for may have passed the channel of a network that has come up since:
    /// it says nothing of what is not there, and the one after it is waited for.
    /// - Returns: why there was no scan, where what is known has to do.
    func runScan(
        for ssid: SSID?, deadline: Instant, on bus: Bus
    ) async throws(StationError) -> StationError? {
        guard let device = facts.device else { throw StationError(.noInterface) }
        lastWaiter += 1
        let waiter = lastWaiter
        let (ended, source) = EventStream<Void, Never>.make(capacity: 1)
        scanWaiters[waiter] = source
        defer { scanWaiters[waiter] = nil }
        let isLate = await supplicantScans(on: bus)
        var failure = try await requestScan(for: ssid, of: device, on: bus)
        if isLate {
            if let ending = try await wait(for: ended, until: deadline, failure) { return ending }
            if failure != nil { failure = try await requestScan(for: ssid, of: device, on: bus) }
        }
        let limit = failure == nil ? deadline : min(deadline, time.now + Self.refusedScanWait)
        return try await wait(for: ended, until: limit, failure)
    }

    /// Asks NetworkManager for a scan.
    /// - Returns: why it refused: another has just ended, or runs.
    private func requestScan(
        for ssid: SSID?, of device: String, on bus: Bus
    ) async throws(StationError) -> StationError? {
        let name = NetworkManagerName.self
        let options = ssid.map { ["ssids": DBusValue.array([.bytes($0.bytes)], of: "ay")] } ?? [:]
        do throws(DBusError) {
            _ = try await bus.call(
                MethodInvocation(name.service, device, name.wireless, "RequestScan", [.properties(options)]))
            return nil
        } catch {
            if error.isCancelled || error.isDisconnected || error.isServiceUnknown { throw StationError(error) }
            if error.name.hasSuffix(".PermissionDenied") || error.isAccessDenied { throw StationError(error) }
            return StationError(.scanFailed, error.description)
        }
    }

    /// Waits for the end of a scan.
    /// - Returns: why none ended: `failure` where it was refused.
    private func wait(
        for ended: EventStream<Void, Never>, until limit: Instant, _ failure: StationError?
    ) async throws(StationError) -> StationError? {
        switch await ended.next(until: limit, on: time) {
        case .event: return nil
        case .cancelled: throw StationError(.cancelled, "the scan was given up")
        case .timedOut: return failure ?? StationError(.timedOut, "the scan did not end in time")
        case .ended: throw facts.trouble ?? StationError(.serviceUnavailable, "NetworkManager went away")
        }
    }

    /// NetworkManager has ended a scan.
    func scanEnded() {
        for waiter in scanWaiters.values { waiter.yield(()) }
    }

    /// What NetworkManager knows, strongest first.
    func accessPoints(on bus: Bus) async throws(StationError) -> [AccessPointFacts] {
        guard let device = facts.device else { throw StationError(.noInterface) }
        let name = NetworkManagerName.self
        var found: [AccessPointFacts] = []
        do throws(DBusError) {
            let reply = try await bus.call(
                MethodInvocation(name.service, device, name.wireless, "GetAllAccessPoints"))
            for path in reply.first?.texts ?? [] {
                do throws(DBusError) {
                    let properties = try await bus.properties(of: name.accessPoint, at: path, on: name.service)
                    if let facts = AccessPointFacts(properties) { found.append(facts) }
                } catch  where error.isUnknownObject {
                    continue  // it went out of range meanwhile
                }
            }
        } catch {
            throw StationError(error)
        }
        return AccessPointFacts.current(found)
    }

    /// How the access points of this name let stations in.
    func kinds(of ssid: SSID, on bus: Bus) async throws(StationError) -> Set<SecurityKind> {
        Set(try await accessPoints(on: bus).filter { $0.ssid == ssid }.map(\.kind))
    }

    /// Whether a join of this name may prove its passphrase by SAE: for WPA3 it must, and beside WPA2 it does where it can.
    func mayUseSAE(
        _ keyManagement: KeyManagement, for ssid: SSID, on bus: Bus
    ) async throws(StationError) -> Bool {
        guard keyManagement == .sae || keyManagement == .psk else { return false }
        return try await accessPoints(on: bus).contains { $0.ssid == ssid && $0.offersSAE }
    }
}
