import ProvisioningProtocols
import Runtime
import WiFiStation

extension StationContractCase {
    static let joining = [
        StationContractCase(description: "The present status is the first event") { bench in
            guard case .event(.status(let status)) = await bench.station.events().next(until: nil, on: bench.time)
            else {
                throw StationContractViolation(description: "the first event was not a status")
            }
            let present = try await bench.station.status()
            try claim(status.state == present.state, "\(status) is not \(present)")
            try claim(status.state == .notConfigured, "a station with nothing stored says \(status.state)")
        },
        StationContractCase(description: "A scan finds both networks, the strongest first") { bench in
            let found = try await bench.station.scan(deadline: bench.time.now + 30_000)
            for known in [bench.first, bench.second] {
                try claim(found.contains { $0.ssid == SSID(known.ssid) }, "\(known.ssid) was not found")
            }
            let signals = found.map(\.signal)
            try claim(signals == signals.sorted(by: >), "the signals come as \(signals.map(\.rawValue))")
        },
        StationContractCase(description: "A right passphrase connects, with an address, a name and a signal") { bench in
            try await bench.stage(bench.first)
            let events = bench.station.events()
            _ = await events.next()
            try await bench.station.joinStaged()
            let end = try await bench.followJoin(events, of: bench.first)
            guard case .connected(let address) = end.state else {
                throw StationContractViolation(description: "the join ended as \(end.state)")
            }
            try claim(address != .unspecified, "no address")
            try claim(end.signal != nil, "no signal")
            let status = try await bench.station.status()
            try claim(status.state == end.state && status.ssid == end.ssid, "\(status) is not \(end)")
        },
        StationContractCase(description: "A wrong passphrase fails as that, and the right one can follow at once") {
            bench in
            try await bench.stage(bench.first, passphrase: bench.first.passphrase + "x")
            let events = bench.station.events()
            _ = await events.next()
            try await bench.station.joinStaged()
            let end = try await bench.followJoin(events, of: bench.first)
            try claim(end.state == .failed(.wrongPassphrase), "the join ended as \(end.state)")
            try await bench.stage(bench.first)
            let again = bench.station.events()
            _ = await again.next()
            try await bench.station.joinStaged()
            let second = try await bench.followJoin(again, of: bench.first)
            guard case .connected = second.state else {
                throw StationContractViolation(description: "the second join ended as \(second.state)")
            }
        },
        StationContractCase(description: "A network that is not in range fails as not found") { bench in
            let absent = StationBench.Known(ssid: "not in range", passphrase: "no matter what")
            try await bench.stage(absent)
            let events = bench.station.events()
            _ = await events.next()
            try await bench.station.joinStaged()
            let end = try await bench.followJoin(events, of: absent)
            try claim(end.state == .failed(.networkNotFound), "the join ended as \(end.state)")
        },
        StationContractCase(description: "After a disconnect the station is off the network until told to join") {
            bench in
            try await bench.settle(on: bench.first)
            try await bench.station.disconnect()
            let off = try await bench.station.status()
            try claim(off.state == .disconnected, "the state is \(off.state)")
            let events = bench.station.events()
            _ = await events.next()
            try await bench.station.joinCommitted()
            let end = try await bench.followJoin(events, of: bench.first)
            guard case .connected = end.state else {
                throw StationContractViolation(description: "the join ended as \(end.state)")
            }
        },
    ]
}
