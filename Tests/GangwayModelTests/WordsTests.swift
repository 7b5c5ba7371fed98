import BluetoothLE
import CredentialVault
import DeviceControl
import DeviceDirectory
import Foundation
import GangwayModel
import MessageBroker
import Testing

@Suite("Words")
struct WordsTests {
    @Test("Every text is there in every language, once, and says something")
    func complete() {
        var seen: Set<Word> = []
        for entry in Words.all {
            #expect(seen.insert(entry.word).inserted, "\(entry.word.rawValue) comes twice")
            for language in Language.allCases {
                let text = entry.texts[language]
                #expect(text?.isEmpty == false, "\(entry.word.rawValue) is missing in \(language)")
            }
        }
    }

    @Test("A text has the same places for names and numbers in every language")
    func places() {
        for entry in Words.all {
            let places = Language.allCases.map { language in
                Set((1...9).filter { entry.texts[language]?.contains("{\($0)}") ?? false })
            }
            #expect(Set(places).count == 1, "\(entry.word.rawValue)")
        }
    }

    @Test("Every problem's text has one behind it that says what to do next")
    func next() {
        let areas = [
            "provisioning", "join", "outcome", "notHeard", "control", "broker", "directory", "vault", "cancelled",
        ]
        for entry in Words.all {
            let parts = entry.word.rawValue.split(separator: ".")
            guard parts.count == 2, areas.contains(String(parts[0])) else { continue }
            #expect(Words.has(Word(rawValue: entry.word.rawValue + ".next")), "\(entry.word.rawValue)")
        }
    }

    @Test("Every text that the model names is in the catalogue")
    func named() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/GangwayModel")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var count = 0
        let pattern = /"([a-z]+\.[a-zA-Z.]+)"/
        for case let file as URL in files where file.pathExtension == "swift" && !file.path.contains("/Words/") {
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: pattern) {
                count += 1
                #expect(Words.has(Word(rawValue: String(match.1))), "\(match.1) in \(file.lastPathComponent)")
            }
        }
        #expect(count > 40)
    }

    @Test("Every text that the app's views name is in the catalogue, and none stands in a view itself")
    func views() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/GangwayUI")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var count = 0
        let named = /(?:words\(|Sentence\(|button: )"([^"]+)"/
        let typed =
            /(?:Text|Button|Label|Toggle|TextField|SecureField|Section|Picker|DisclosureGroup|LabeledContent)\("/
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: named) {
                count += 1
                #expect(Words.has(Word(rawValue: String(match.1))), "\(match.1) in \(file.lastPathComponent)")
            }
            #expect(text.matches(of: typed).isEmpty, "a text stands in \(file.lastPathComponent)")
        }
        #expect(count > 60)
    }

    @Test("Every code of every part below has texts of its own")
    func codes() {
        let broker: [BrokerError.Code] = [
            .invalidSettings, .hostNotFound, .connectionRefused, .unreachable, .timedOut, .connectionLost, .unanswered,
            .takenOver, .authoritiesUnreadable, .clientCertificateUnreadable, .certificateExpired,
            .certificateNotYetValid, .wrongHost, .unknownAuthority, .clientCertificateRefused, .tlsFailed,
            .loginRefused, .clientIDRefused, .versionRefused, .brokerUnavailable, .protocolViolation,
            .subscriptionRefused, .publishRefused, .tooLarge, .invalidTopic, .notConnected, .interrupted, .cancelled,
            .closed, .libraryMissing, .failed,
        ]
        for code in broker { has("broker", code.rawValue) }
        let directory: [DirectoryError.Code] = [
            .notFound, .alreadyListed, .invalidValue, .unreadableImport, .damaged, .newerVersion, .diskFull,
            .notPermitted, .busy, .libraryMissing, .storageFailed,
        ]
        for code in directory { has("directory", code.rawValue) }
        let vault: [VaultError.Code] = [
            .exposed, .keyMissing, .wrongKey, .damaged, .newerVersion, .locked, .serviceUnavailable, .libraryMissing,
            .tooLarge, .diskFull, .notPermitted, .storageFailed,
        ]
        for code in vault { has("vault", code.rawValue) }
        let control: [ControlError.Code] = [
            .noBroker, .deviceOffline, .replaced, .unconfirmed, .notObeyed, .notSent, .notHeard, .invalidTopic,
            .cancelled, .closed,
        ]
        for code in control { has("control", code.rawValue) }
        let radio: [BluetoothError.Code] = [.noAdapter, .poweredOff, .notPermitted, .serviceUnavailable]
        for code in radio { has("provisioning", code.rawValue) }
    }

    private func has(_ area: String, _ code: String) { #expect(Words.has(Word(rawValue: "\(area).\(code)"))) }

    @Test("What stands in a text is put in as it is, and is never taken for a place itself")
    func filled() {
        #expect(
            Sentence("result.connectedAt", "{2}", "10.0.0.7").text(.english) == "The device is on {2}, at 10.0.0.7.")
        #expect(Sentence("standing.connected", "Café").text(.german) == "Verbunden mit Café")
        #expect(Sentence("no.such.text").text(.english) == "no.such.text")
        #expect(Sentence("standing.connected").text(.english) == "Connected to {1}")
    }

    @Test(
        "The language is the first of those that a person wants which there is",
        arguments: [
            (["de-AT", "en"], Language.german), (["fr", "de;q=0.5"], .german), (["fr"], .english), ([], .english),
            (["EN-us", "de"], .english),
        ])
    func language(wanted: [String], is language: Language) { #expect(Language.best(of: wanted) == language) }
}
