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

    @Test("As peripheral", arguments: ContractCase.all, [23, 185, 517])
    func asPeripheral(_ contract: ContractCase, mtu: Int) async throws {
        let air = VirtualAir()
        var faults = VirtualRadio.Faults()
        faults.mtu = mtu
        try await contract.run(
            RadioPair(
                central: VirtualRadio(air: air, faults: faults), secondCentral: VirtualRadio(air: air),
                host: host(in: air), time: HastyTime(), traits: Self.ofHost))
    }

    @Test("As both", arguments: ContractCase.all)
    func asBoth(_ contract: ContractCase) async throws {
        let air = VirtualAir()
        try await contract.run(
            RadioPair(
                central: central(in: air), secondCentral: central(in: air), host: host(in: air), time: HastyTime(),
                traits: Self.ofHost.union([.centralPairsByItself])))
    }

    private static let ofHost: Set<RadioPair.Trait> = [.hostHasNoServiceData, .hostSeesNoLinks, .hostEndsNoLinks]
}

/// A central over CoreBluetooth in `air`.
func central(in air: VirtualAir, _ faults: VirtualRadio.Faults = VirtualRadio.Faults()) -> CoreBluetoothCentral {
    Adapter.$current.withValue(Adapter(air: air, faults: faults)) { CoreBluetoothCentral(time: HastyTime()) }
}

/// A host over CoreBluetooth in `air`.
func host(in air: VirtualAir) -> CoreBluetoothPeripheralHost {
    Adapter.$current.withValue(Adapter(air: air)) { CoreBluetoothPeripheralHost(time: HastyTime()) }
}
