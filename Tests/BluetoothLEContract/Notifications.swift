import BluetoothLE
import ProvisioningProtocols
import Runtime

extension ContractCase {
    static let notifications = [
        ContractCase(description: "The peripheral is told of a subscription, and its notifications arrive in order") {
            pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            try await connection.subscribe(to: Bench.alerts)
            try await device.awaitSubscription(Bench.alerts)
            for number in UInt8(0)..<100 {
                try await device.peripheral.notify([number], on: Bench.alerts, to: nil)
            }
            for number in UInt8(0)..<100 {
                let (id, value) = try await connection.nextNotification(pair)
                try claim(id == Bench.alerts && value == [number], "\(value) came in place of \(number)")
            }
            await connection.disconnect()
            await device.peripheral.stop()
        },
        ContractCase(description: "A notification longer than the link carries is cut at the MTU less three") { pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            try await connection.subscribe(to: Bench.alerts)
            try await device.awaitSubscription(Bench.alerts)
            let value = (0..<512).map { UInt8(truncatingIfNeeded: $0) }
            try await device.peripheral.notify(value, on: Bench.alerts, to: nil)
            let (_, received) = try await connection.nextNotification(pair)
            let limit = min(512, await connection.mtu - 3)
            try claim(received == Array(value.prefix(limit)), "\(received.count) bytes came, the link carries \(limit)")
            await connection.disconnect()
            await device.peripheral.stop()
        },
        ContractCase(description: "An indication arrives") { pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            try await connection.subscribe(to: Bench.receipts)
            try await device.awaitSubscription(Bench.receipts)
            try await device.peripheral.notify([7], on: Bench.receipts, to: nil)
            let (id, value) = try await connection.nextNotification(pair)
            try claim(id == Bench.receipts && value == [7], "\(value) came")
            await connection.disconnect()
            await device.peripheral.stop()
        },
        ContractCase(description: "After a subscription has ended nothing comes of it") { pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            try await connection.subscribe(to: Bench.alerts)
            try await connection.subscribe(to: Bench.receipts)
            try await device.awaitSubscription(Bench.receipts)
            try await connection.unsubscribe(from: Bench.alerts)
            _ = try await device.next { event -> Bool? in
                if case .unsubscribed(Bench.alerts, _) = event { true } else { nil }
            }
            try await device.peripheral.notify([1], on: Bench.alerts, to: nil)
            try await device.peripheral.notify([2], on: Bench.receipts, to: nil)
            let (id, _) = try await connection.nextNotification(pair)
            try claim(id == Bench.receipts, "a notification came after the subscription had ended")
            await connection.disconnect()
            await device.peripheral.stop()
        },
    ]
}

extension BenchDevice {
    /// Waits until a central has subscribed to a characteristic.
    func awaitSubscription(_ characteristic: CharacteristicID) async throws {
        _ = try await next { event -> Bool? in
            if case .subscribed(characteristic, _, _) = event { true } else { nil }
        }
    }
}
