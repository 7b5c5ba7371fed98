import DeviceDirectory
import DeviceDirectoryContract
import SQLiteDirectory
import Testing

@Suite("The directory in SQLite keeps the contract of DeviceDirectory")
struct ContractTests {
    @Test("In a new file", arguments: DirectoryContractCase.all)
    func newFile(_ contract: DirectoryContractCase) async throws {
        let folder = try TemporaryFolder()
        try await contract.run(SQLiteDirectory(path: folder.path + "/devices.db"))
    }
}
