import BluetoothLE
import ProvisioningProtocols
import Runtime

extension ContractCase {
    static let values = [
        ContractCase(description: "The attribute table is found as it was published, in its order") { pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            let services = try await connection.services(deadline: pair.soon)
            let bench = services.first { $0.uuid == Bench.service }
            let expected = Bench.services[0].characteristics.map(\.uuid)
            try claim(bench?.characteristics.map(\.uuid) == expected, "found \(String(describing: bench))")
            let kinds: CharacteristicProperties = [.read, .write, .writeWithoutResponse, .notify, .indicate]
            for (found, made) in zip(bench?.characteristics ?? [], Bench.services[0].characteristics) {
                try claim(
                    found.properties.intersection(kinds) == made.properties.intersection(kinds),
                    "\(found.uuid) can do \(found.properties)")
            }
            await connection.disconnect()
            await device.peripheral.stop()
        },
        ContractCase(description: "Values of 0 to 512 bytes are written and read whole") { pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            try await device.serving {
                let mtu = await connection.mtu
                try claim((23...517).contains(mtu), "the MTU is \(mtu)")
                for count in [0, 1, 20, mtu - 4, mtu - 3, mtu - 2, mtu - 1, mtu, 2 * (mtu - 1), 511, 512]
                where count <= maximumAttributeLength {
                    let value = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
                    try await connection.write(value, to: Bench.value, withResponse: true)
                    let read = try await connection.read(Bench.value)
                    try claim(read == value, "\(count) bytes were read back as \(read.count)")
                }
            }
            await connection.disconnect()
            await device.peripheral.stop()
        },
        ContractCase(description: "A value of 513 bytes is refused and nothing is written") { pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link(seenBy: device)
            try await claimFails(.valueTooLong, in: "writing 513 bytes") { () async throws(BluetoothError) in
                try await connection.write([UInt8](repeating: 1, count: 513), to: Bench.value, withResponse: true)
            }
            await connection.disconnect()
            let wrote = try await device.next { event -> Bool? in
                switch event {
                case .write: true
                case .disconnected: false
                default: nil
                }
            }
            try claim(!wrote, "the peripheral was written to")
            await device.peripheral.stop()
        },
        ContractCase(description: "Writes without response arrive in their order") { pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            for number in UInt8(0)..<50 { try await connection.write([number], to: Bench.log, withResponse: false) }
            for number in UInt8(0)..<50 {
                let value = try await device.next { event -> [UInt8]? in
                    if case .write(Bench.log, _, _, let value, nil) = event { value.array } else { nil }
                }
                try claim(value == [number], "\(value) came in place of \(number)")
            }
            await connection.disconnect()
            await device.peripheral.stop()
        },
        ContractCase(description: "An attribute error of the peripheral reaches the central with its code") { pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            async let failure: BluetoothError? = {
                do throws(BluetoothError) {
                    try await connection.write([1], to: Bench.value, withResponse: true)
                    return nil
                } catch { return error }
            }()
            while true {
                guard case .event(let event) = await device.peripheral.events.next(until: pair.soon, on: pair.time)
                else {
                    throw ContractViolation(description: "the write never came")
                }
                if case .write(_, _, _, _, let request?) = event {
                    device.peripheral.respond(to: request, with: .invalidAttributeValueLength)
                    break
                }
            }
            let error = await failure
            try claim(error?.code == .attributeError, "the write ended with \(String(describing: error))")
            try claim(
                error?.attributeError == .invalidAttributeValueLength, "the code is \(String(describing: error))")
            await connection.disconnect()
            await device.peripheral.stop()
        },
        ContractCase(description: "What a characteristic is not, or cannot do, is unsupported") { pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            try await claimFails(.unsupported, in: "reading what is not there") { () async throws(BluetoothError) in
                _ = try await connection.read(Bench.id(99))
            }
            try await claimFails(.unsupported, .attributeError, in: "subscribing to a value") {
                () async throws(BluetoothError) in
                try await connection.subscribe(to: Bench.value)
            }
            await connection.disconnect()
            await device.peripheral.stop()
        },
    ]
}

extension ContractCase {
    /// What encrypted attributes ask for.
    public static let pairing = [
        ContractCase(description: "An encrypted characteristic can be read and written once the link is paired") {
            pair in
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            try await device.serving {
                try await connection.pair(deadline: pair.soon)
                try await connection.pair(deadline: pair.soon)
                try await connection.write([1, 2], to: Bench.secret, withResponse: true)
                let value = try await connection.read(Bench.secret)
                try claim(value == [1, 2], "read \(value)")
                try await connection.subscribe(to: Bench.secret)
            }
            try await device.peripheral.notify([3], on: Bench.secret, to: nil)
            let (id, value) = try await connection.nextNotification(pair)
            try claim(id == Bench.secret && value == [3], "\(value) came from \(id)")
            await connection.disconnect()
            await device.peripheral.stop()
        },
        ContractCase(description: "Unpaired, what is encrypted is refused as such, and all else is not") { pair in
            guard !pair.traits.contains(.centralPairsByItself) else { return }
            let device = try await BenchDevice(pair)
            let connection = try await pair.link()
            try await device.serving {
                try await claimUnencrypted("reading") { () async throws(BluetoothError) in
                    _ = try await connection.read(Bench.secret)
                }
                try await claimUnencrypted("writing") { () async throws(BluetoothError) in
                    try await connection.write([1], to: Bench.secret, withResponse: true)
                }
                try await claimUnencrypted("subscribing") { () async throws(BluetoothError) in
                    try await connection.subscribe(to: Bench.secret)
                }
                try await connection.write([7], to: Bench.value, withResponse: true)
                let value = try await connection.read(Bench.value)
                try claim(value == [7], "read \(value)")
            }
            await connection.disconnect()
            await device.peripheral.stop()
        },
    ]

    /// Runs `body`, which has to fail because the link is not encrypted (or, which peers say as well, not authenticated).
    private static func claimUnencrypted(
        _ text: String, _ body: () async throws(BluetoothError) -> Void
    ) async throws {
        do { try await body() } catch {
            let codes: [ATTError?] = [.insufficientEncryption, .insufficientAuthentication]
            return try claim(codes.contains(error.attributeError), "\(text): failed with \(error)")
        }
        throw ContractViolation(description: "\(text): did not fail")
    }
}
