import Foundation
import Provisioning
import ProvisioningProtocols
import Runtime

/// A request of a manager's user.
enum DeviceRequest: Sendable {
    case version
    case status
    case scan(ScanParams)
    case stopScan
    case setConfig(WifiConfig)
    case forget
}

/// What a device manager does, apart from the object that its user may subclass.
final class DeviceEngine: Sendable {
    let manager = DelegateSlot<DeviceManager>()
    let connectionDelegate = DelegateSlot<any ConnectionDelegate>()
    let infoDelegate = DelegateSlot<any InfoDelegate>()
    let scanDelegate = DelegateSlot<any WiFiScanerDelegate>()
    let provisionDelegate = DelegateSlot<any ProvisionDelegate>()

    private let deviceId: UUID
    private let radio: Radio
    private let link = Lock(Link())

    /// The link that a manager has, is making or is ending.
    private struct Link: Sendable {
        var state = DeviceManager.ConnectionState.disconnected
        /// Counts the links, so that what ends late is not taken for the present one.
        var number = 0
        var work: Task<Void, Never>?
        var session: ProvisioningSession?
        var requests: EventSource<DeviceRequest, Never>?
        /// Where the device stands with its network, as its user was told last.
        var told: ConnectionState?
        var isJoining = false
        /// The link that was asked for while this one was ending.
        var next: AttributeUUIDs?
    }

    init(_ deviceId: UUID, _ radio: Radio) {
        self.deviceId = deviceId
        self.radio = radio
    }

    var connectionState: DeviceManager.ConnectionState { link.withLock { $0.state } }

    /// Calls a delegate with the manager, on the main queue, where both are still there.
    func tell<Delegate>(_ slot: DelegateSlot<Delegate>, _ body: @escaping @Sendable (Delegate, DeviceManager) -> Void) {
        slot.call { [manager] delegate in
            if let manager = manager.object { body(delegate, manager) }
        }
    }

    private func tellState(_ state: DeviceManager.ConnectionState) {
        tell(connectionDelegate) { $0.deviceManager($1, changedConnectionState: state) }
    }

    // MARK: - The link

    func connect(_ uuids: AttributeUUIDs) {
        let isNew = link.withLock { link in
            if link.state == .disconnecting { link.next = uuids }
            guard link.state == .disconnected else { return false }
            link = Link(state: .connecting, number: link.number + 1)
            let number = link.number
            link.work = Task { [weak self] in await self?.run(uuids, number) }
            return true
        }
        if isNew {
            tellState(.connecting)
        } else if connectionState == .connected {
            tell(connectionDelegate) { $0.deviceManagerConnectedDevice($1) }
        }
    }

    func disconnect() {
        let (work, session) = link.withLock { link -> (Task<Void, Never>?, ProvisioningSession?) in
            link.next = nil
            guard link.state == .connected || link.state == .connecting else { return (nil, nil) }
            link.state = .disconnecting
            link.requests?.finish()
            return (link.work, link.session)
        }
        guard let work else { return }
        tellState(.disconnecting)
        Task { [weak self] in
            work.cancel()
            await session?.disconnect()
            await work.value
            self?.ended(nil)
        }
    }

    /// The manager was let go: nobody is told any more.
    func end() {
        let (work, session) = link.withLock { link in
            link.requests?.finish()
            return (link.work, link.session)
        }
        work?.cancel()
        if let session { Task { await session.disconnect() } }
    }

    private func ended(_ error: ProvisionerError?) {
        let next = link.withLock { link in
            defer { link = Link(number: link.number) }
            return link.next
        }
        tell(connectionDelegate) { $0.deviceManagerDisconnectedDevice($1, error: error) }
        tellState(.disconnected)
        if let next { connect(next) }
    }

    /// Connects and serves requests until the link ends.
    private func run(_ uuids: AttributeUUIDs, _ number: Int) async {
        let session: ProvisioningSession
        do throws(ProvisionerError) {
            session = try await makeReady(uuids)
        } catch {
            guard isPresent(number, .connecting) else { return }
            link.withLock { $0 = Link(number: number) }
            tell(connectionDelegate) { $0.deviceManagerDidFailToConnect($1, error: error) }
            return tellState(.disconnected)
        }
        let (requests, source) = EventStream<DeviceRequest, Never>.make()
        let isPresent = link.withLock { link in
            guard link.number == number, link.state == .connecting else { return false }
            link.state = .connected
            link.session = session
            link.requests = source
            return true
        }
        guard isPresent else { return await session.disconnect() }
        tellState(.connected)
        tell(connectionDelegate) { $0.deviceManagerConnectedDevice($1) }
        let watching = Task { [weak self] in await self?.watch(session, number) }
        while let request = await requests.next() { await serve(request, session) }
        watching.cancel()
    }

    private func isPresent(_ number: Int, _ state: DeviceManager.ConnectionState) -> Bool {
        link.withLock { $0.number == number && $0.state == state }
    }

    /// Connects, pairs, and reads version and status, in this order.
    private func makeReady(_ uuids: AttributeUUIDs) async throws(ProvisionerError) -> ProvisioningSession {
        guard let provisioner = radio.provisioner else { throw .bluetoothNotAvailable }
        do throws(ProvisioningError) {
            var session: ProvisioningSession
            do throws(ProvisioningError) {
                let known = FoundDevice(id: deviceId.peripheral)
                session = try await provisioner.connect(to: known, speaking: .nordic, uuids.names)
            } catch  where error.code == .notFound {
                guard let found = try await radio.device(deviceId) else { throw error }
                session = try await provisioner.connect(to: found, speaking: .nordic, uuids.names)
            }
            do throws(ProvisioningError) {
                _ = try await session.version()
                let status = try await session.status()
                link.withLock { $0.told = ConnectionState(status.state) }
            } catch  where error.deviceStatus != nil {
                // It answers, and so it is connected and paired: what it cannot say now, it may say later.
            } catch {
                await session.disconnect()
                throw error
            }
            return session
        } catch {
            throw ProvisionerError(error)
        }
    }

    /// Tells every change of the device's state that is not part of a join, and the link's end.
    private func watch(_ session: ProvisioningSession, _ number: Int) async {
        var failure: ProvisionerError?
        do throws(ProvisioningError) {
            let statuses = session.statusEvents()
            while let status = try await statuses.next() {
                let isJoining = link.withLock { $0.isJoining }
                if !isJoining, let state = ConnectionState(status.state) { tellChange(to: state) }
            }
        } catch {
            failure = ProvisionerError(error)
        }
        guard isPresent(number, .connected) else { return }
        link.withLock { $0.requests?.finish() }
        await session.disconnect()
        ended(failure)
    }

    // MARK: - What requests share

    /// Takes a request, to be served after those before it.
    func post(_ request: DeviceRequest) throws(DeviceNotConnectedError) {
        let isTaken = link.withLock { link in
            guard link.state == .connected, let requests = link.requests else { return false }
            return requests.yield(request)
        }
        guard isTaken else { throw DeviceNotConnectedError() }
    }

    /// Tells where the device stands, where that is new.
    func tellChange(to state: ConnectionState) {
        let isNew = link.withLock { link in
            defer { link.told = state }
            return link.told != state
        }
        if isNew { tell(provisionDelegate) { $0.deviceManager($1, didChangeState: state) } }
    }

    /// While a device joins, what its status says is part of that.
    func setJoining(_ isJoining: Bool) {
        link.withLock { link in
            link.isJoining = isJoining
            if isJoining { link.told = nil }
        }
    }
}
