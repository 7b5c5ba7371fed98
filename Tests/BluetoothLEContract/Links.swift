import BluetoothLE
import ProvisioningProtocols
import Runtime

extension ContractCase {
    static let links = [
        ContractCase(
            description: "A disconnect of the central is told to the peripheral and finishes the central's events"
        ) {
            pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link(seenBy: device)
            await connection.disconnect()
            guard case .ended = await connection.events.next(until: pair.soon, on: pair.time) else {
                throw ContractViolation(description: "the central's events did not finish")
            }
            try await device.awaitDisconnection()
            try await claimFails(.disconnected, in: "reading after the end") { () async throws(BluetoothError) in
                _ = try await connection.read(Bench.value)
            }
            // It stays connectable.
            await (try await pair.link()).disconnect()
            await device.peripheral.stop()
        },
        ContractCase(description: "When the peripheral stops, the central's calls and events fail as disconnected") {
            pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            async let failure: BluetoothError? = {
                do throws(BluetoothError) {
                    _ = try await connection.read(Bench.value)
                    return nil
                } catch { return error }
            }()
            while true {
                guard case .event(let event) = await device.peripheral.events.next(until: pair.soon, on: pair.time)
                else {
                    throw ContractViolation(description: "the read never came")
                }
                if case .read = event { break }
            }
            await device.peripheral.stop()
            let error = await failure
            guard !pair.traits.contains(.hostEndsNoLinks) else {
                let codes: [BluetoothError.Code?] = [.disconnected, .attributeError]
                return try claim(codes.contains(error?.code), "the read ended with \(String(describing: error))")
            }
            try claim(error?.code == .disconnected, "the read ended with \(String(describing: error))")
            guard case .failed(let end) = await connection.events.next(until: pair.soon, on: pair.time) else {
                throw ContractViolation(description: "the central's events did not fail")
            }
            try claim(end.code == .disconnected, "the events failed with \(end)")
            while case .event = await device.peripheral.events.next(until: pair.soon, on: pair.time) {}
        },
        ContractCase(description: "A cancelled call ends as cancelled, and the link goes on") { pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            let read = Task { () async -> BluetoothError? in
                do throws(BluetoothError) {
                    _ = try await connection.read(Bench.value)
                    return nil
                } catch { return error }
            }
            while true {
                guard case .event(let event) = await device.peripheral.events.next(until: pair.soon, on: pair.time)
                else {
                    throw ContractViolation(description: "the read never came")
                }
                if case .read(_, _, _, let request) = event {
                    read.cancel()
                    let error = await read.value
                    try claim(error?.code == .cancelled, "the read ended with \(String(describing: error))")
                    device.peripheral.respond(to: request, with: [])
                    break
                }
            }
            try await device.serving { try await connection.write([5], to: Bench.value, withResponse: true) }
            await connection.disconnect()
            await device.peripheral.stop()
        },
        ContractCase(description: "Two centrals are connected at a time, and each has its own subscription") { pair in
            guard let second = pair.secondCentral else { return }
            let device = try await BenchDevice(pair)
            let first = try await pair.link()
            let other = try await pair.link(with: second)
            try await first.subscribe(to: Bench.alerts)
            try await device.awaitSubscription(Bench.alerts)
            try await other.subscribe(to: Bench.alerts)
            try await device.awaitSubscription(Bench.alerts)
            try await device.peripheral.notify([3], on: Bench.alerts, to: nil)
            for connection in [first, other] {
                let (_, value) = try await connection.nextNotification(pair)
                try claim(value == [3], "\(value) came")
            }
            await first.disconnect()
            try await device.awaitDisconnection()
            try await device.peripheral.notify([4], on: Bench.alerts, to: nil)
            let (_, value) = try await other.nextNotification(pair)
            try claim(value == [4], "\(value) came")
            await other.disconnect()
            await device.peripheral.stop()
        },
    ]
}

extension BenchDevice {
    /// Waits until a central's link has ended.
    func awaitDisconnection() async throws {
        _ = try await next { event -> Bool? in
            if case .disconnected = event { true } else { nil }
        }
    }
}
