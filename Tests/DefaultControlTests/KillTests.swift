import CredentialVault
import DefaultControl
import Foundation
import MessageBroker
import PrivateBus
import Testing

@Suite("A folder whose program is killed")
struct KillTests {
    @Test(
        "H1/178: Of 200 programs killed at any moment, each leaves secrets and broker.json as before or after its change"
    )
    func killed() async throws {
        var generator = SystemRandomNumberGenerator()
        var (confirmed, cutOff) = (0, 0)
        // The first of each ten finds nothing there, and may be killed while it makes the key.
        for _ in 0..<20 {
            let folder = try Folder()
            let home = ControlHome(path: folder.path)
            var model = Contents()
            for round in 0..<10 {
                let first = round * 1_000
                let patience = Int.random(in: 0...16, using: &generator)
                let turns = Int.random(in: 0...60_000, using: &generator)
                // The last of each ten is killed between a change and its confirmation; the others are whenever it happens.
                let last = round == 9 ? [String(first + patience % 5)] : []
                let lines = try await onThread {
                    let program = try TalkingProgram("HomeWriter", [home.path, String(first)] + last)
                    guard last.isEmpty else { return program.linesToItsEnd() }
                    return program.lines(killedAfter: patience, turns: turns)
                }
                try #require(!lines.contains { $0.hasPrefix("failed") }, "\(lines.last ?? "")")
                confirmed += lines.count { $0.hasPrefix("done") }
                let begun = model.make(lines)
                let actual = try await Contents(of: home)
                if let begun, actual != model {
                    model.make(begun)
                    cutOff += 1
                }
                try #require(actual == model, "a program that was about to \(begun ?? "do nothing")")
            }
        }
        #expect(confirmed > 200, "the programs were killed before they did anything")
        #expect(cutOff >= 20, "one of each ten was killed between a change and its confirmation")
    }
}

/// What a folder holds: the secrets by their labels, and the port of the broker's first address.
private struct Contents: Equatable {
    var secrets: [String: String] = [:]
    var port: UInt16?

    init() {}

    /// What it really holds.
    init(of home: ControlHome) async throws {
        let vault = DefaultControl.vault(home)
        for name in try await vault.names() {
            let secret = try await vault.secret(name)
            secrets[name.label] = secret?.withBytes { String(decoding: $0, as: UTF8.self) }
        }
        guard FileManager.default.fileExists(atPath: home.brokerFile) else { return }
        port = try BrokerFile(path: home.brokerFile).addresses.first?.port
    }

    /// Makes a change that the program named.
    mutating func make(_ change: Substring) {
        let words = change.split(separator: " ").map(String.init)
        guard words.count == 3, let number = Int(words[2]) else { return }
        switch words[0] {
        case "keep": secrets[words[1]] = String(repeating: "\(number) ", count: 1 + number % 97)
        case "forget": secrets[words[1]] = nil
        default: port = UInt16(1 + number % 60_000)
        }
    }

    /// Makes all changes that were confirmed in `lines`; the one that was begun after them, where one was.
    mutating func make(_ lines: [String]) -> Substring? {
        let (done, begun) = lines.changes
        for change in done { make(change) }
        return begun
    }
}
