import DeviceDirectory
import DeviceDirectoryContract
import Testing

@Suite("The contract of DeviceDirectory can be kept")
struct ContractTests {
    @Test("By a directory in memory", arguments: DirectoryContractCase.all)
    func memory(_ contract: DirectoryContractCase) async throws { try await contract.run(MemoryDirectory()) }
}
