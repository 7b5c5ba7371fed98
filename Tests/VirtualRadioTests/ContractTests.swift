import BluetoothLE
import BluetoothLEContract
import Runtime
import Testing

@testable import VirtualRadio

@Suite("The virtual radio keeps the contract of BluetoothLE")
struct ContractTests {
    @Test("In one process", arguments: ContractCase.all, [23, 185, 517])
    func inMemory(_ contract: ContractCase, mtu: Int) async throws {
        let air = VirtualAir()
        var faults = VirtualRadio.Faults()
        faults.mtu = mtu
        try await contract.run(
            RadioPair(
                central: VirtualRadio(air: air, faults: faults), secondCentral: VirtualRadio(air: air),
                host: VirtualRadio(air: air)))
    }

    @Test("Over sockets in a directory", arguments: ContractCase.all, [23, 185, 517])
    func inDirectory(_ contract: ContractCase, mtu: Int) async throws {
        let directory = try TemporaryDirectory()
        var faults = VirtualRadio.Faults()
        faults.mtu = mtu
        try await contract.run(
            RadioPair(
                central: VirtualRadio(directory: directory.path),
                secondCentral: VirtualRadio(directory: directory.path),
                host: VirtualRadio(directory: directory.path, faults: faults)))
        #expect(fileNames(in: directory.path).filter { !$0.hasPrefix(".") } == [], "something was left behind")
    }

    @Test("With latency both ways", arguments: ContractCase.all)
    func withLatency(_ contract: ContractCase) async throws {
        let air = VirtualAir()
        let time = HastyTime()
        var faults = VirtualRadio.Faults()
        faults.latency = 20
        try await contract.run(
            RadioPair(
                central: VirtualRadio(air: air, faults: faults, time: time),
                secondCentral: VirtualRadio(air: air, time: time), host: VirtualRadio(air: air, time: time)))
    }
}
