import BluetoothLE
import Foundation
import ProvisioningProtocols
import Runtime
import VirtualRadio

/// The link of a peripheral: one loop carries out what is asked of it, in order, and one takes what it sends.
final class Link: Sendable {
    typealias Work = @Sendable (any PeripheralConnection) async -> Void

    let connection: any PeripheralConnection
    private let work: EventSource<Work, Never>
    private let loop: Task<Void, Never>

    init(_ connection: any PeripheralConnection) {
        self.connection = connection
        let (stream, source) = EventStream<Work, Never>.make(capacity: 65_536)
        work = source
        loop = Task {
            while let next = await stream.next() { await next(connection) }
        }
    }

    func perform(_ next: @escaping Work) { work.yield(next) }

    func end() async {
        work.finish()
        loop.cancel()
        await connection.disconnect()
    }
}

extension CBPeripheral {
    typealias Answer = @Sendable (CBPeripheral) -> Void

    /// Connects, and waits for the peripheral where it is not there.
    final func connect() {
        if phase == .connected {
            let this = OnQueue(self)
            queue.async { this.value.manager.map { $0.delegate?.centralManager($0, didConnect: this.value) } }
            return
        }
        guard phase == .disconnected, let address = Adapter.peripheral(identifier) else { return }
        phase = .connecting
        let (adapter, queue, this) = (adapter, queue, OnQueue(self))
        attempt = Task.detached {
            let outcome = await Outcome.attempt(address, adapter)
            if Task.isCancelled { return await outcome.connection?.disconnect() ?? () }
            queue.async { this.value.came(outcome) }
        }
    }

    /// What an earlier run of the program has left connected: its link comes about once the radio is on.
    final func restore() {
        guard phase == .connecting, attempt == nil, let address = Adapter.peripheral(identifier) else { return }
        let (adapter, queue, this) = (adapter, queue, OnQueue(self))
        attempt = Task.detached {
            let outcome = await Outcome.attempt(address, adapter)
            queue.async { this.value.came(outcome) }
        }
    }

    private func came(_ outcome: Outcome) {
        if let connection = outcome.connection { connected(connection, outcome.mtu) }
        if let error = outcome.error { failed(error) }
    }

    private func connected(_ connection: any PeripheralConnection, _ mtu: Int) {
        guard phase == .connecting, let manager, manager.current == .poweredOn else {
            Task { await connection.disconnect() }
            return
        }
        (phase, self.mtu, found, waitingWrites, attempt) = (.connected, mtu, nil, 0, nil)
        let link = Link(connection)
        self.link = link
        let (queue, this) = (queue, OnQueue(self))
        Task.detached {
            var end: BluetoothError?
            do throws(BluetoothError) {
                while let event = try await connection.events.next() {
                    queue.async { if this.value.link === link { this.value.took(event) } }
                }
            } catch { end = error }
            queue.async { [end] in if this.value.link === link { this.value.ended(end) } }
        }
        manager.delegate?.centralManager(manager, didConnect: self)
    }

    private func failed(_ error: BluetoothError) {
        guard phase == .connecting, let manager else { return }
        (phase, attempt) = (.disconnected, nil)
        let code: CBError.Code = error.code == .bondLost ? .peerRemovedPairingInformation : .connectionFailed
        manager.delegate?.centralManager(manager, didFailToConnect: self, error: CBError(code))
    }

    private func took(_ event: ConnectionEvent) {
        switch event {
        case .notification(let id, let value):
            let characteristics = (found ?? []).flatMap { $0.found ?? [] }
            guard let characteristic = characteristics.first(where: { $0.id == id }) else { return }
            updated(characteristic, value, nil)
        case .servicesChanged:
            let old = found ?? []
            found = nil
            delegate?.peripheral(self, didModifyServices: old)
        }
    }

    private func ended(_ error: BluetoothError?) {
        guard let manager, manager.current == .poweredOn else { return }
        (phase, link, found) = (.disconnected, nil, nil)
        manager.delegate?.centralManager(
            manager, didDisconnectPeripheral: self, error: error.map { _ in CBError(.peripheralDisconnected) })
    }

    /// Ends a link or an attempt; of an attempt nobody is told.
    final func cancel() {
        switch phase {
        case .connecting:
            attempt?.cancel()
            (phase, attempt) = (.disconnected, nil)
        case .connected:
            phase = .disconnecting
            if let link { Task { await link.end() } }
        case .disconnected, .disconnecting: break
        }
    }

    /// The radio has gone.
    final func lose() {
        attempt?.cancel()
        if let link { Task { await link.end() } }
        (phase, attempt, link, found) = (.disconnected, nil, nil, nil)
    }

    /// Asks something of the peer, after what was asked before. Where that needs an encrypted link, the system pairs by itself
    /// and asks again.
    final func perform(
        _ ask: @escaping @Sendable (any PeripheralConnection) async throws(BluetoothError) -> Answer,
        failed: @escaping @Sendable (CBPeripheral, any Error) -> Void
    ) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard phase == .connected, let link else { return }
        let (queue, time, this) = (queue, adapter.time, OnQueue(self))
        link.perform { connection in
            let answer: Answer
            do throws(BluetoothError) {
                do throws(BluetoothError) { answer = try await ask(connection) } catch {
                    guard error.attributeError == .insufficientEncryption else { throw error }
                    do throws(BluetoothError) { try await connection.pair(deadline: time.now + 30_000) } catch _ {
                        throw error
                    }
                    answer = try await ask(connection)
                }
            } catch {
                // What the end of a link leaves open is not answered.
                if error.code == .disconnected || error.code == .cancelled { return }
                let told = CBErrorMaker.error(error)
                queue.async { if this.value.link === link { failed(this.value, told) } }
                return
            }
            queue.async { if this.value.link === link { answer(this.value) } }
        }
    }
}

/// What came of an attempt to connect.
private struct Outcome: Sendable {
    var connection: (any PeripheralConnection)?
    var mtu = 23
    var error: BluetoothError?

    static func attempt(_ address: PeripheralID, _ adapter: Adapter) async -> Outcome {
        do throws(BluetoothError) {
            let connection = try await open(address, adapter)
            return Outcome(connection: connection, mtu: await connection.mtu)
        } catch {
            return Outcome(error: error)
        }
    }

    private static func open(
        _ address: PeripheralID, _ adapter: Adapter
    ) async throws(BluetoothError) -> any PeripheralConnection {
        while true {
            do throws(BluetoothError) {
                return try await adapter.radio.connect(to: address, deadline: Instant(milliseconds: .max))
            } catch  where error.code == .notFound {
                let found = adapter.radio.discover(services: [])
                while try await found.next()?.peripheral != address {
                    if Task.isCancelled { throw BluetoothError(.cancelled) }
                }
            }
        }
    }
}

/// The error that Apple's objects tell of.
private enum CBErrorMaker {
    static func error(_ error: BluetoothError) -> any Error & Sendable {
        if let code = error.attributeError, let code = CBATTError.Code(rawValue: Int(code.rawValue)) {
            return CBATTError(code)
        }
        return CBError(.unknown)
    }
}
