import BlueZRadio
import BluetoothLEContract
import Testing
import VirtualRadio

@testable import BusStandIns

@Suite("The central of BlueZ keeps the contract of BluetoothLE", .timeLimit(.minutes(1)))
struct ContractTests {
    @Test("Pairing", arguments: ContractCase.pairing)
    func pairing(_ contract: ContractCase) async throws {
        let air = VirtualAir()
        let standIn = try await AirBlueZ(air)
        try await contract.run(
            RadioPair(central: BlueZCentral(bus: standIn.fake.address), host: VirtualRadio(air: air)))
        withExtendedLifetime(standIn) {}
    }
}
