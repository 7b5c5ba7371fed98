import BluetoothLE
import ProvisioningProtocols
import Runtime

extension ContractCase {
    static let finding = [
        ContractCase(description: "The radio says that it is ready") { pair in
            for states in [pair.central.states(), pair.host.states()] {
                while true {
                    guard case .event(let state) = await states.next(until: pair.soon, on: pair.time) else {
                        throw ContractViolation(description: "the radio never was ready")
                    }
                    if state == .ready { break }
                }
            }
        },
        ContractCase(description: "A peripheral is found by a service it advertises, with its name and service data") {
            pair in
            let device = try await BenchDevice(pair)
            let found = pair.central.discover(services: [Bench.service])
            while true {
                guard case .event(let discovery) = await found.next(until: pair.soon, on: pair.time) else {
                    throw ContractViolation(description: "name and service data were never heard")
                }
                let isWhole = discovery.serviceData[Bench.service] == [1, 2, 3]
                guard discovery.name == "Bench", isWhole || pair.traits.contains(.hostHasNoServiceData) else {
                    continue
                }
                try claim(discovery.services.contains(Bench.service), "services are \(discovery.services)")
                break
            }
            await device.peripheral.stop()
        },
        ContractCase(description: "What a peripheral changes in its advertisement is heard by a discovery that runs") {
            pair in
            let device = try await BenchDevice(pair)
            let found = pair.central.discover(services: [Bench.service])
            _ = await found.next(until: pair.soon, on: pair.time)
            var changed = Bench.advertisement
            changed.serviceData = [Bench.service: [9]]
            changed.name = "Bench-2"
            try await device.peripheral.update(changed)
            while true {
                guard case .event(let discovery) = await found.next(until: pair.soon, on: pair.time) else {
                    throw ContractViolation(description: "the change was never heard")
                }
                let isWhole = discovery.serviceData[Bench.service] == [9]
                if discovery.name == "Bench-2", isWhole || pair.traits.contains(.hostHasNoServiceData) { break }
            }
            await device.peripheral.stop()
        },
        ContractCase(description: "A link to a peripheral that is not there fails as not found or not connected") {
            pair in
            let device = try await BenchDevice(pair)
            let peripheral = try await pair.find()
            await device.peripheral.stop()
            try await claimFails(.notFound, .connectionFailed, .timedOut, in: "connecting to nobody") {
                () async throws(BluetoothError) in
                _ = try await pair.central.connect(to: peripheral, deadline: pair.time.now + 5_000)
            }
        },
    ]
}
