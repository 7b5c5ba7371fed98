import DeviceDirectory
import ProvisioningProtocols
import Runtime
import SQLiteDirectory
import Testing

@Suite("A device that is set up again")
struct EnrolTests {
    @Test(
        "H2/182: A device set up a second time, with another Wi-Fi and name, is one entry, updated, with its given name"
    )
    func again() async throws {
        let folder = try TemporaryFolder()
        let id = try #require(DeviceID("9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"))
        let directory = try SQLiteDirectory(path: folder.file)
        let record = ProvisioningRecord(method: "JSON", time: .now, network: "Barn")
        try await directory.enroll(Device(id: id, name: "Lamp-4711", topic: "home/lamp", provisioning: record))
        try await directory.edit(id, [.rename("Desk"), .move(to: "Study")])
        let other = ProvisioningRecord(method: "JSON", time: .now, network: "House")
        let entry = try await directory.enroll(
            Device(id: id, name: "Lamp-0815", topic: "home/lamp", provisioning: other))
        #expect(entry.name == "Desk")
        #expect(entry.category == "Study")
        #expect(entry.provisioning == other)
        #expect(try await directory.devices() == [entry])
    }

    @Test(
        "G5/144: A topic with a wildcard, NUL, a leading $ or too many bytes is refused before anything is stored",
        arguments: ["lamp+cw", "a#b", "", String(repeating: "t", count: 70_000), "a\u{0}b", "$SYS/lamp"])
    func topics(_ topic: String) async throws {
        let folder = try TemporaryFolder()
        let directory = try SQLiteDirectory(path: folder.file)
        let error = await DamageTests.failure {
            try await directory.enroll(Device(id: .random(), name: "Lamp", topic: topic))
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains("topic") == true)
        #expect(try await directory.devices().isEmpty)
    }
}
