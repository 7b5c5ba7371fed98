import BluetoothLE
import BluetoothLEContract
@_spi(Control) import CoreBluetooth
import CoreBluetoothRadio
import Runtime
import Testing
import VirtualRadio

@Suite("CoreBluetooth keeps the contract of BluetoothLE", .timeLimit(.minutes(1)))
struct ContractTests {
    @Test("As central", arguments: ContractCase.all, [23, 185, 517])
    func asCentral(_ contract: ContractCase, mtu: Int) async throws {
        let air = VirtualAir()
        var faults = VirtualRadio.Faults()
        faults.mtu = mtu
        try await contract.run(
            RadioPair(
                central: central(in: air, faults), secondCentral: central(in: air), host: VirtualRadio(air: air),
                time: HastyTime(), traits: [.centralPairsByItself]))
    }
}

/// A central over CoreBluetooth in `air`.
func central(in air: VirtualAir, _ faults: VirtualRadio.Faults = VirtualRadio.Faults()) -> CoreBluetoothCentral {
    Adapter.$current.withValue(Adapter(air: air, faults: faults)) { CoreBluetoothCentral(time: HastyTime()) }
}
