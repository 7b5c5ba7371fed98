import BlueZRadio
import BluetoothLEContract
import Runtime
import Testing
import VirtualRadio

@testable import BusStandIns

@Suite("The central of BlueZ keeps the contract of BluetoothLE", .timeLimit(.minutes(1)))
struct ContractTests {
    @Test("Pairing", arguments: ContractCase.pairing)
    func pairing(_ contract: ContractCase) async throws {
        let air = VirtualAir()
        let time = ManualTime()  // nobody moves it: no limit passes, however long the tests beside this one hold it up
        let standIn = try await AirBlueZ(air, time: time)
        try await contract.run(
            RadioPair(
                central: BlueZCentral(bus: standIn.fake.address, time: time), host: VirtualRadio(air: air, time: time),
                time: time))
        withExtendedLifetime(standIn) {}
    }
}
