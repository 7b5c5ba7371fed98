import Foundation
import Provisioning
import ProvisioningProtocols
import Testing

@testable import GangwayCommandLine

@Suite("The journal of join --each")
final class JoinJournalTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
        .path
    private let barn = SSID("Barn") ?? SSID()

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private static let head = "gangway join journal 1 4261726E\n"
    private static let before =
        head
            + """
            2026-11-30T01:42:24.123Z begun C4:C5:C6:C7:C8:01
            2026-11-30T01:42:29.018Z done C4:C5:C6:C7:C8:01 connected 192.168.7.23
            2026-11-30T01:42:29.020Z begun C4:C5:C6:C7:C8:02

            """
    private static let last = "2026-11-30T01:42:31.000Z done C4:C5:C6:C7:C8:02 connected 192.168.7.24\n"

    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }

    private var text: String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Why the journal at `path` cannot be used; `nil` where it can.
    private func failure(at path: String) -> CommandFailure? {
        do throws(CommandFailure) {
            _ = try JoinJournal(path: path, ssid: barn)
            return nil
        } catch {
            return error
        }
    }

    private func writeSome() async throws {
        let journal = try JoinJournal(path: path, ssid: barn)
        for id in ["a", "b", "c", "d"] { try await journal.begin(id) }
        try await journal.end("a", .connected(address: nil, signal: nil))
        try await journal.end("b", .failed(.wrongPassphrase, message: "no"))
        try await journal.end("c", .unknown(.noResult))
    }

    @Test("What was written is there for the next run, in a file that only its owner can read")
    func kept() async throws {
        try await writeSome()
        let journal = try JoinJournal(path: path, ssid: barn)
        #expect(await journal.isDone("a"))
        for id in ["b", "c", "d"] {
            #expect(await !journal.isDone(id))
            #expect(await journal.isOpen(id))
        }
        #expect(await journal.inFlight == ["c", "d"])
        #expect(await !journal.isOpen("e"))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test("A last line that was cut off anywhere, or that a power cut filled with zeros, costs nothing before it")
    func cutOff() async throws {
        for length in 0..<Self.last.utf8.count {
            for tail in ["", String(repeating: "\0", count: 9)] {
                try write(Self.before + Self.last.prefix(length) + tail)
                let journal = try JoinJournal(path: path, ssid: barn)
                #expect(await journal.isDone("C4:C5:C6:C7:C8:01"))
                #expect(await journal.inFlight == ["C4:C5:C6:C7:C8:02"])
                #expect(text == Self.before)
            }
        }
        try write(Self.before + Self.last)
        let journal = try JoinJournal(path: path, ssid: barn)
        #expect(await journal.inFlight.isEmpty)
    }

    @Test("A first line that was cut off is written anew")
    func cutOffHead() throws {
        for length in 0..<Self.head.utf8.count {
            try write(String(Self.head.prefix(length)))
            _ = try JoinJournal(path: path, ssid: barn)
            #expect(text == Self.head)
        }
    }

    @Test("A line in the middle that cannot be read counts as not written")
    func damagedLine() async throws {
        try write(Self.before + "\u{1}\u{2}\n\n" + Self.last)
        let journal = try JoinJournal(path: path, ssid: barn)
        #expect(await journal.isDone("C4:C5:C6:C7:C8:02"))
    }

    @Test(
        "A file that is something else, or the journal of another network, is refused and left as it is",
        arguments: ["a letter\n", "a letter", "gangway join journal 1 42\n"])
    func foreign(content: String) throws {
        try write(content)
        let failure = self.failure(at: path)
        #expect(failure?.status == .usage)
        #expect(text == content)
    }

    @Test("Two runs cannot go on with one journal at the same time")
    func inUse() throws {
        let journal = try JoinJournal(path: path, ssid: barn)
        let failure = self.failure(at: path)
        #expect(failure?.code == "journalInUse")
        withExtendedLifetime(journal) {}
    }

    @Test("A journal that cannot be written is an error before any device is begun with")
    func unwritable() {
        let failure = self.failure(at: "/nowhere/journal")
        #expect(failure?.code == "unwritable")
    }
}

@Suite("Keeping a wrong passphrase from a whole bench")
struct RefusalGuardTests {
    private static let refused = JoinOutcome.failed(.wrongPassphrase, message: "")
    private static let joined = JoinOutcome.connected(address: nil, signal: nil)

    @Test("Until it has worked, no more devices try it than may refuse it")
    func room() {
        var refusals = RefusalGuard()
        #expect(refusals.room(of: 32) == 3)
        #expect(refusals.room(of: 2) == 2)
        refusals.note(Self.refused)
        #expect(refusals.room(of: 32) == 2)
        refusals.note(Self.joined)
        #expect(refusals.room(of: 32) == 32)
    }

    @Test("Three in a row end it; other failures neither count nor break the row, a device that joins does")
    func trips() {
        var refusals = RefusalGuard()
        for outcome in [Self.refused, Self.refused, Self.joined, Self.refused, .failed(.noAddress, message: "")] {
            refusals.note(outcome)
        }
        #expect(!refusals.isTripped)
        refusals.note(Self.refused)
        refusals.note(Self.refused)
        #expect(refusals.isTripped)
        #expect(refusals.room(of: 4) == 0)
    }
}
