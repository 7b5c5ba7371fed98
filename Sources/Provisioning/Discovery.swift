import BluetoothLE
import DeviceCatalogue
import ProvisioningProtocols
import Runtime

extension Provisioner {
    func found() -> EventStream<FoundDevice, ProvisioningError> {
        let services = Set(RegisteredProtocol.all.map(\.service))
        let heard = central.discover(services: catalogue.kinds.isEmpty ? services : [])
        let catalogue = self.catalogue
        let pump = Lock<Task<Void, Never>?>(nil)
        let (stream, source) = EventStream<FoundDevice, ProvisioningError>.make(capacity: 4096) {
            pump.withLock { $0?.cancel() }
        }
        let task = Task {
            do throws(BluetoothError) {
                while let discovery = try await heard.next() {
                    if let device = FoundDevice(discovery, catalogue) { source.yield(device) }
                }
                source.finish()
            } catch {
                source.finish(throwing: ProvisioningError(error, during: "Looking for devices"))
            }
        }
        pump.withLock { $0 = task }
        return stream
    }

    func makeSession(
        with device: FoundDevice, speaking protocolID: ProtocolID?, _ names: AttributeNames = AttributeNames(),
        needing needs: ProvisioningCapabilities = ProvisioningCapabilities()
    ) async throws(ProvisioningError) -> ProvisioningSession {
        let (connection, services) = try await context.connect(to: device.id, through: central)
        let entry: RegisteredProtocol
        let map: CharacteristicMap
        do throws(ProvisioningError) {
            (entry, map) = try RegisteredProtocol.recognized(
                services, as: protocolID, names, needing: needs, device)
        } catch {
            await release(connection)
            throw error
        }
        let driver = entry.makeDriver(device, central, context, entry)
        await driver.start(connection, map)
        if Task.isCancelled {
            await driver.close()
            throw .ended()
        }
        let others = RegisteredProtocol.spoken(in: services, by: device).map(\.id).filter { $0 != entry.id }
        return ProvisioningSession(
            device: device, protocolIDs: [entry.id] + others, capabilities: entry.capabilities, driver: driver)
    }
}

extension FoundDevice {
    /// A candidate; `nil` where the advertisement hints at no protocol.
    init?(_ discovery: Discovery, _ catalogue: DeviceCatalogue) {
        let kind = discovery.name.flatMap { catalogue.kind(advertising: $0) }
        var protocols = RegisteredProtocol.candidates(for: discovery)
        if kind != nil, !protocols.contains(.json) { protocols.append(.json) }
        guard !protocols.isEmpty else { return nil }
        self.init(
            id: discovery.peripheral, name: discovery.name, signal: discovery.signal, protocols: protocols,
            address: HardwareAddress(discovery.peripheral.rawValue),
            advertised: RegisteredProtocol.advertised(by: discovery), kind: kind)
    }
}

extension SessionContext {
    /// A link and its attribute table, each within its limit and both before `deadline`. A link that is lost before the table
    /// is there is made again, up to three in all. When it throws, nothing is left connected.
    func connect(
        to peripheral: PeripheralID, through central: any Central, before deadline: Instant? = nil
    ) async throws(ProvisioningError) -> (any PeripheralConnection, [Service]) {
        let last = deadline ?? Instant(milliseconds: .max)
        let end = min(time.now + limits.connect.milliseconds, last)
        var attempts = 0
        while true {
            attempts += 1
            let connection = try await link(to: peripheral, through: central, before: end)
            do throws(BluetoothError) {
                let limit = time.now + limits.serviceDiscovery.milliseconds
                return (connection, try await connection.services(deadline: min(limit, last)))
            } catch {
                await release(connection)
                guard error.code == .disconnected, attempts < 3, time.now < end, !Task.isCancelled else {
                    throw ProvisioningError(error, during: "Reading what the device offers")
                }
            }
        }
    }

    /// A link. Radios often lose a first attempt, so that one that fails at once is made again, up to three in all; a device
    /// that is not there is not tried again.
    private func link(
        to peripheral: PeripheralID, through central: any Central, before end: Instant
    ) async throws(ProvisioningError) -> any PeripheralConnection {
        var attempts = 0
        while true {
            attempts += 1
            do throws(BluetoothError) {
                return try await central.connect(to: peripheral, deadline: end)
            } catch {
                let again = time.now + 500
                guard error.code == .connectionFailed, attempts < 3, again < end, !Task.isCancelled else {
                    throw ProvisioningError(error, during: "Connecting")
                }
                await time.sleep(until: again)
            }
        }
    }
}

/// Ends a link, also where the calling task is cancelled already.
func release(_ connection: any PeripheralConnection) async {
    await Task { await connection.disconnect() }.value
}
