import BluetoothLE
import Foundation
import ProvisioningProtocols
import Testing

@testable import GangwayCommandLine

@Suite("Passphrases stay out of sight")
struct SecretTests {
    private static let characteristic = CharacteristicID(
        service: BluetoothUUID(high: WiFiSet.serviceUUID.high, low: WiFiSet.serviceUUID.low),
        characteristic: BluetoothUUID(
            high: WiFiSet.Characteristic.credentialWrite.uuid.high, low: WiFiSet.Characteristic.credentialWrite.uuid.low
        ))

    @Test(
        "E5/115: A trace line of a credential write holds no byte of the passphrase, even where its record was not masked"
    )
    func trace() {
        let secret = CaptureTests.write.count - Canary.text.utf8.count..<CaptureTests.write.count
        for hidden in [secret, 0..<0] {
            let record = TraceRecord(
                time: Instant(milliseconds: 0), peer: "a", direction: .written, characteristic: Self.characteristic,
                bytes: CaptureTests.write, secret: hidden)
            let line = TraceFile.json(record, at: "now").text
            for form in Canary.forms { #expect(!line.contains(form)) }
            #expect(line.contains("\"passphraseLength\":14"))
            #expect(line.contains("1001140004426172" + "6E0E" + String(repeating: "**", count: 14)))
        }
    }

    @Test("The canary's forms are found where they are")
    func canaryWorks() {
        let encoded = Data(("xy" + Canary.text + "zz").utf8).base64EncodedString()
        #expect(Canary.forms.contains { encoded.contains($0) })
    }

    @Test("A trace file is its owner's alone, also where it was there before, and what it held is kept")
    func mode() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("trace-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let before = Data("before\n".utf8)
        #expect(FileManager.default.createFile(atPath: path, contents: before, attributes: [.posixPermissions: 0o644]))
        _ = try TraceFile(path: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(FileManager.default.contents(atPath: path) == before)
    }
}

@Suite("Reading lines")
struct LineReaderTests {
    private func reader(_ text: String) -> (LineReader, Pipe) {
        let pipe = Pipe()
        try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try? pipe.fileHandleForWriting.close()
        return (LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor), pipe)
    }

    @Test("Lines come one by one, without their ends; the last needs none")
    func lines() async throws {
        let (reader, pipe) = reader("one\r\ntwo\n\nlast")
        var lines: [String] = []
        while let line = try await reader.nextText() { lines.append(line) }
        #expect(lines == ["one", "two", "", "last"])
        withExtendedLifetime(pipe) {}
    }

    @Test("A line longer than the buffer is an error, never cut")
    func tooLong() async {
        let (reader, pipe) = reader(String(repeating: "x", count: LineReader.maximumLine + 1))
        await #expect(throws: LineReader.Failure.tooLong) { try await reader.nextText() }
        withExtendedLifetime(pipe) {}
    }

    @Test("Waiting for input ends when the task is cancelled")
    func cancelled() async {
        let pipe = Pipe()
        let reader = LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
        let waiting = Task { try await reader.nextText() }
        waiting.cancel()
        await #expect(throws: LineReader.Failure.cancelled) { try await waiting.value }
        withExtendedLifetime(pipe) {}
    }
}
