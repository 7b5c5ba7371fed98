import BluetoothLE
import CoreBluetooth
import Foundation
import ProvisioningProtocols
import Runtime

/// One call of `connect` that has not come to its end.
struct Attempt: Sendable {
    let identifier: UUID
    let source: EventSource<CoreBluetoothConnection, BluetoothError>
    /// Whether the system has not been asked yet: the radio is not ready, or an earlier link has not ended.
    private(set) var isWaiting = true

    init(identifier: UUID, source: EventSource<CoreBluetoothConnection, BluetoothError>) {
        self.identifier = identifier
        self.source = source
    }

    mutating func begin(waiting: Bool) { isWaiting = waiting }
}

/// Names one link: a peripheral may have several, one after the other.
struct LinkName: Hashable, Sendable {
    let identifier: UUID
    let number: Int

    init(_ link: PeripheralLink) { (identifier, number) = (link.identifier, link.number) }
}

extension CentralCore {
    func beginAttempt(_ number: Int, _ attempt: Attempt) {
        let isTaken = attempts.values.contains { $0.identifier == attempt.identifier }
        let hasLink = links[attempt.identifier].map { !$0.isEnding } ?? false
        guard !isTaken, !hasLink else {
            let text = "this program is connected to the peripheral, or connects to it"
            return attempt.source.finish(throwing: BluetoothError(.inUse, text))
        }
        attempts[number] = attempt
        goOn()
    }

    /// Asks the system for a link; it sets no limit itself.
    func connect(_ number: Int) {
        guard let manager, let attempt = attempts[number], attempt.isWaiting, links[attempt.identifier] == nil else {
            return
        }
        let known =
            peripherals[attempt.identifier]
            ?? manager.retrievePeripherals(withIdentifiers: [attempt.identifier]).first
        guard let known else {
            attempts[number] = nil
            let text = "the system knows no peripheral \(attempt.identifier.uuidString): look for it first"
            return attempt.source.finish(throwing: BluetoothError(.notFound, text))
        }
        peripherals[attempt.identifier] = known
        attempts[number]?.begin(waiting: false)
        manager.connect(known, options: nil)
    }

    /// Gives an attempt up whose caller waits no more, and the link that it may have come to by now.
    func endAttempt(_ number: Int) async {
        let (stream, source) = EventStream<Never, Never>.make()
        perform { core in
            core.dropAttempt(number)
            source.finish()
        }
        // Also where the calling task is cancelled: on return the system has been told.
        await Task { _ = await stream.next() }.value
    }

    func dropAttempt(_ number: Int) {
        guard let attempt = attempts.removeValue(forKey: number), !attempt.isWaiting else { return }
        cancelConnection(attempt.identifier)
    }

    func cancelConnection(_ identifier: UUID) {
        guard radio == .ready, let peripheral = peripherals[identifier] else { return }
        manager?.cancelPeripheralConnection(peripheral)
    }

    private func takeAttempt(at identifier: UUID) -> Attempt? {
        guard let number = attempts.first(where: { $0.value.identifier == identifier && !$0.value.isWaiting })?.key
        else { return nil }
        return attempts.removeValue(forKey: number)
    }

    func connected(_ peripheral: CBPeripheral) {
        guard let attempt = takeAttempt(at: peripheral.identifier) else {
            // Given up meanwhile; one that was restored waits until it is taken up.
            let isKept = links[peripheral.identifier] != nil || restored.contains(peripheral.identifier)
            if !isKept { manager?.cancelPeripheralConnection(peripheral) }
            return
        }
        let link = PeripheralLink(peripheral, number: nextNumber(), core: self)
        links[peripheral.identifier] = link
        // A caller who has just given up lets the connection go, and that ends the link.
        attempt.source.yield(CoreBluetoothConnection(LinkName(link), events: link.events, core: self))
    }

    func failed(_ peripheral: CBPeripheral, _ error: BluetoothError) {
        takeAttempt(at: peripheral.identifier)?.source.finish(throwing: error)
    }

    /// An end that nobody has a link for is that of an attempt that was given up: a newer one goes on.
    func disconnected(_ peripheral: CBPeripheral, _ error: (any Error)?) {
        guard let link = links.removeValue(forKey: peripheral.identifier) else { return }
        link.end(BluetoothError(error, doing: "the link has ended", otherwise: .disconnected).asLinkEnd)
        goOn()
    }

    /// The link of this name, until the system has ended it.
    func link(_ name: LinkName) -> PeripheralLink? {
        links[name.identifier].flatMap { $0.number == name.number ? $0 : nil }
    }

    /// Has the system forget a link that it has not ended in time.
    func drop(_ name: LinkName) {
        if link(name) != nil { links[name.identifier] = nil }
    }

    /// Ends a link for its users at once, and has the system end it.
    func close(_ link: PeripheralLink, _ reason: BluetoothError?) {
        guard links[link.identifier] === link, !link.isEnding else { return }
        link.end(reason)
        cancelConnection(link.identifier)
    }
}
