import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime

/// Makes links: finds the device's object, connects, and mends a bond that one side has lost.
actor Connector {
    nonisolated let service: BlueZService
    nonisolated let scanner: Scanner
    nonisolated let agent: PairingAgent
    nonisolated var unownedExecutor: UnownedSerialExecutor { service.unownedExecutor }
    /// How often the link to a paired device ended before its services were resolved, by address.
    private var earlyEnds: [String: Int] = [:]
    /// How long it may take to make a bond anew, in milliseconds.
    private static let mendLimit: UInt32 = 20_000

    init(service: BlueZService, scanner: Scanner, agent: PairingAgent) {
        self.service = service
        self.scanner = scanner
        self.agent = agent
    }

    /// Connects by `deadline` to a peripheral that is in range.
    func connect(
        to peripheral: PeripheralID, deadline: Instant, patience: UInt32
    ) async throws(BluetoothError) -> BlueZConnection {
        let limit = min(deadline, service.time.now + patience)
        let adapter = try await service.ready(by: limit)
        let attempt = Attempt(peripheral: peripheral, adapter: adapter, deadline: deadline)
        if let device = await service.tree.device(peripheral.rawValue, of: adapter) {
            do throws(BluetoothError) {
                return try await open(attempt, device)
            } catch  where error.code == .notFound {
                // BlueZ drops objects of devices that it hears no more: scan again.
            }
        }
        return try await connectWhileScanning(attempt)
    }

    private struct Attempt {
        let peripheral: PeripheralID
        let adapter: String
        let deadline: Instant
    }

    /// Scans until the device is heard, and on until it is connected: BlueZ drops the objects of devices with a random
    /// address when the discovery stops.
    private func connectWhileScanning(_ attempt: Attempt) async throws(BluetoothError) -> BlueZConnection {
        let (stream, source) = EventStream<Discovery, BluetoothError>.make()
        let session = await scanner.begin([], source)
        defer {
            source.finish()
            Task { [scanner] in await scanner.end(session) }
        }
        withExtendedLifetime(stream) {}
        let (address, adapter) = (attempt.peripheral.rawValue, attempt.adapter)
        var lastError = BluetoothError(.notFound, "\(address) is not in range or does not advertise")
        for _ in 0..<3 {
            let device: String
            do throws(BluetoothError) {
                device = try await service.wait(until: attempt.deadline) { $0.tree.device(address, of: adapter) }
            } catch {
                throw error.code == .timedOut ? lastError : error
            }
            do throws(BluetoothError) {
                return try await open(attempt, device)
            } catch  where error.code == .notFound {
                lastError = error
            }
        }
        throw lastError
    }

    /// Connects to a device that has an object. A device whose bond is lost is forgotten and paired anew, once.
    private func open(_ attempt: Attempt, _ device: String) async throws(BluetoothError) -> BlueZConnection {
        let address = attempt.peripheral.rawValue
        var tries = 0
        while true {
            // BlueZ may say that it connected before the link ends for want of a key: then it is the next try that knows.
            if earlyEnds[address, default: 0] >= 2 { return try await mend(attempt, device) }
            tries += 1
            do throws(BluetoothError) {
                let link = try await openOnce(attempt, device)
                return link
            } catch {
                if earlyEnds[address, default: 0] >= 2 { continue }
                guard error.code == .connectionFailed || error.code == .disconnected, tries < 3 else { throw error }
            }
        }
    }

    private func openOnce(_ attempt: Attempt, _ device: String) async throws(BluetoothError) -> BlueZConnection {
        let (service, deadline) = (service, attempt.deadline)
        let (start, gate) = EventStream<Never, Never>.make()
        let call = Task { () -> DBusError? in
            _ = await start.next()
            do throws(DBusError) {
                try await service.phases.run(.connecting) { () throws(DBusError) in
                    _ = try await service.call(device, BlueZNames.device, "Connect", deadline: deadline)
                }
                return nil
            } catch {
                return error
            }
        }
        let listener = await watchForEarlyEnd(attempt, device) { call.cancel() }
        gate.finish()
        let failure = await withTaskCancellationHandler {
            await call.value
        } onCancel: {
            call.cancel()
        }
        do throws(DBusError) {
            if let failure { throw failure }
        } catch  where error.name == BlueZNames.error("AlreadyConnected") {
            // As good as connected now.
        } catch {
            // BlueZ may answer before it says that the link has ended by itself, which is to be counted.
            if !error.isTimeout, !error.isCancelled { await waitForEnd(of: device) }
            await service.ignore(listener)
            // Whatever BlueZ still does about it must end.
            if !error.isUnknownObject { await BlueZConnection.disconnect(device, of: service) }
            throw BluetoothError(error, doing: "connecting", otherwise: .connectionFailed)
        }
        // From here on the link ends the watch.
        let link = BlueZConnection(
            service: service, agent: agent, peripheral: attempt.peripheral, device: device, watch: listener)
        do throws(BluetoothError) {
            try await link.attach()
        } catch {
            await BlueZConnection.disconnect(device, of: service)
            throw error
        }
        if Task.isCancelled {
            await link.disconnect()
            throw BluetoothError(.cancelled)
        }
        return link
    }

    private func waitForEnd(of device: String) async {
        let limit = service.time.now + 2_000
        _ = try? await service.wait(until: limit) { $0.tree.flag("Connected", of: device) ? nil : true }
    }

    /// Counts ends of the link to a paired device before its services were resolved; services that are resolved begin
    /// the count anew. The watch ends by itself with the link.
    private func watchForEarlyEnd(
        _ attempt: Attempt, _ device: String, isLost: @escaping @Sendable () -> Void
    ) async -> Int {
        let address = attempt.peripheral.rawValue
        let own = Lock<Int?>(nil)
        let listener = await service.listen { [weak self] change, service in
            guard case .changed(device, BlueZNames.device, let names) = change else { return }
            let tree = service.tree
            if names.contains("ServicesResolved"), tree.flag("ServicesResolved", of: device) {
                self?.assumeIsolated { $0.earlyEnds[address] = nil }
                if let id = own.withLock({ $0 }) { service.ignore(id) }
            } else if names.contains("Connected"), !tree.flag("Connected", of: device) {
                guard tree.flag("Paired", of: device) else { return }
                let count = self?.assumeIsolated { $0.countEarlyEnd(of: address) } ?? 0
                if count >= 2 { isLost() }
            }
        }
        own.withLock { $0 = listener }
        return listener
    }

    private func countEarlyEnd(of address: String) -> Int {
        earlyEnds[address, default: 0] += 1
        return earlyEnds[address, default: 0]
    }

    /// Forgets our half of the bond, finds the device anew, connects and pairs, for which it has as long as for a first
    /// link: what led here has used up the most of `attempt`'s time.
    private func mend(_ old: Attempt, _ device: String) async throws(BluetoothError) -> BlueZConnection {
        let address = old.peripheral.rawValue
        let attempt = Attempt(
            peripheral: old.peripheral, adapter: old.adapter,
            deadline: max(old.deadline, service.time.now + Self.mendLimit))
        earlyEnds[address] = nil
        do throws(DBusError) {
            _ = try await service.call(
                attempt.adapter, BlueZNames.adapter, "RemoveDevice", [.objectPath(device)], deadline: attempt.deadline)
        } catch  where error.name == BlueZNames.error("DoesNotExist") {
            // It is forgotten already.
        } catch {
            throw BluetoothError(error, doing: "forgetting the lost bond")
        }
        let lost = "the bond with \(address) is lost at one side and could not be made anew"
        let (stream, source) = EventStream<Discovery, BluetoothError>.make()
        let session = await scanner.begin([], source)
        defer { Task { [scanner] in await scanner.end(session) } }
        withExtendedLifetime(stream) {}
        let adapter = attempt.adapter
        let found = try await service.wait(until: attempt.deadline) { $0.tree.device(address, of: adapter) }
        do throws(BluetoothError) {
            let link = try await openOnce(attempt, found)
            do throws(BluetoothError) {
                // BlueZ 5.66 leaves a Pair unanswered that comes while it reads the services.
                _ = try await link.services(deadline: attempt.deadline)
                try await link.pair(deadline: attempt.deadline)
            } catch {
                await link.disconnect()
                throw error
            }
            return link
        } catch {
            if error.code == .cancelled || error.code == .timedOut { throw error }
            throw BluetoothError(.bondLost, "\(lost) (\(error.detail)); \(BlueZConnection.repairingHint)")
        }
    }
}
