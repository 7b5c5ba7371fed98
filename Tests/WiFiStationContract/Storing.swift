import ProvisioningProtocols
import Runtime
import WiFiStation

extension StationContractCase {
    static let storing = [
        StationContractCase(description: "Staged credentials stand beside the committed ones until they are committed")
        {
            bench in
            try claim(try await bench.station.stored() == StoredNetworks(), "something is stored at the start")
            try await bench.settle(on: bench.first)
            try await bench.stage(bench.second)
            let both = try await bench.station.stored()
            try claim(
                both == StoredNetworks(committed: SSID(bench.first.ssid), staged: SSID(bench.second.ssid)), "\(both)")
            try await bench.settle(on: bench.second)
            let one = try await bench.station.stored()
            try claim(one == StoredNetworks(committed: SSID(bench.second.ssid)), "\(one)")
        },
        StationContractCase(
            description: "A roll-back drops the staged network and keeps the committed one, which can be joined"
        ) {
            bench in
            try await bench.settle(on: bench.first)
            try await bench.stage(bench.second, passphrase: bench.second.passphrase + "x")
            let events = bench.station.events()
            _ = await events.next()
            try await bench.station.joinStaged()
            _ = try await bench.followJoin(events, of: bench.second)
            try await bench.station.rollBack()
            let stored = try await bench.station.stored()
            try claim(stored == StoredNetworks(committed: SSID(bench.first.ssid)), "\(stored)")
            let back = bench.station.events()
            _ = await back.next()
            try await bench.station.joinCommitted()
            let end = try await bench.followJoin(back, of: bench.first)
            guard case .connected = end.state else {
                throw StationContractViolation(description: "the network before was not joined: \(end.state)")
            }
        },
        StationContractCase(description: "A later stage takes the place of an earlier one") { bench in
            try await bench.stage(bench.first)
            try await bench.stage(bench.second)
            let stored = try await bench.station.stored()
            try claim(stored == StoredNetworks(staged: SSID(bench.second.ssid)), "\(stored)")
        },
        StationContractCase(description: "After it has forgotten, nothing is stored and nothing is joined") { bench in
            try await bench.settle(on: bench.first)
            try await bench.stage(bench.second)
            try await bench.station.forget()
            try claim(try await bench.station.stored() == StoredNetworks(), "something is still stored")
            let status = try await bench.station.status()
            try claim(status.state == .notConfigured, "the state is \(status.state)")
        },
        StationContractCase(description: "Joining or committing what is not stored is an error") { bench in
            for attempt in [bench.station.joinStaged, bench.station.joinCommitted, bench.station.commit] {
                do { try await attempt() } catch { continue }
                throw StationContractViolation(description: "it did not fail")
            }
        },
    ]
}
