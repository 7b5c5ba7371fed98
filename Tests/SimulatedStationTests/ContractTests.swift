import ProvisioningProtocols
import Runtime
import SimulatedStation
import Testing
import WiFiStation
import WiFiStationContract

@Suite("The simulated station keeps the contract of WiFiStation")
struct ContractTests {
    static let first = StationBench.Known(ssid: "Barn", passphrase: "correct horse")
    static let second = StationBench.Known(ssid: "House", passphrase: "battery staple")

    static func simulation() throws -> Simulation {
        try Simulation(
            json: Array(
                """
                { "networks": [
                    { "ssid": "Barn", "passphrase": "correct horse", "signal": -60 },
                    { "ssid": "House", "passphrase": "battery staple", "signal": -40 }
                ] }
                """.utf8))
    }

    @Test("With its store in memory", arguments: StationContractCase.all)
    func inMemory(_ contract: StationContractCase) async throws {
        try await contract.run(
            StationBench(station: SimulatedStation(Self.simulation()), first: Self.first, second: Self.second))
    }

    @Test("With its store in a folder", arguments: StationContractCase.all)
    func inFolder(_ contract: StationContractCase) async throws {
        let folder = try TemporaryFolder()
        try await contract.run(
            StationBench(
                station: SimulatedStation(Self.simulation(), data: folder.path), first: Self.first,
                second: Self.second))
    }
}
