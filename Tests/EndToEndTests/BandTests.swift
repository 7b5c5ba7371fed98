import ProvisionableDevice
import Provisioning
import ProvisioningProtocols
import Runtime
import SimulatedStation
import Testing
import WiFiStation

/// Lists of one band over Nordic's protocol, both ends real.
@Suite("Listing the networks of one band", .timeLimit(.minutes(1)))
struct BandTests {
    /// A device with Barn and Annex in the band of 2.4 GHz, and with Loft in that of 5 where there is one.
    private func world(hasLoft: Bool) async throws -> World {
        let world = try await World(.nordic)
        if hasLoft {
            var loft = World.network("Loft", "longenough", -50)
            loft.accessPoints = [.init(signal: SignalStrength(rawValue: -50), channel: Channel(rawValue: 36))]
            world.station.simulation.networks.append(loft)
        }
        return world
    }

    /// The names of a list, and whether it is whole.
    private func list(_ world: World, _ band: Band) async throws -> ([String], isComplete: Bool) {
        let device = try await world.find()
        return try await world.run(leap: nil) { [provisioner = world.provisioner] in
            try await provisioner.withDevice(device) { session in
                let list = try await session.networks(ScanOptions(band: band))
                return (list.merged.map(\.ssid.description).sorted(), list.isComplete)
            }
        }
    }

    @Test(
        "It has the networks of that band and no other",
        arguments: [
            (Band.any, ["Annex", "Barn", "Loft"]), (.twoPointFourGHz, ["Annex", "Barn"]), (.fiveGHz, ["Loft"]),
        ])
    func band(_ band: Band, _ names: [String]) async throws {
        let world = try await world(hasLoft: true)
        let list = try await list(world, band)
        #expect(list.0 == names && list.isComplete)
        await world.end()
    }

    @Test("Where the band has none, nothing comes, and the list ends when its limit passes")
    func empty() async throws {
        let world = try await world(hasLoft: false)
        let start = world.time.now
        do {
            let (names, _) = try await list(world, .fiveGHz)
            #expect(names.isEmpty)
        } catch let error as DeviceCallError<any Error> {
            #expect(error.provisioning?.code == .timedOut)
        }
        #expect(world.time.now >= start + 30_000)
        await world.end()
    }
}
