import Foundation
import GangwayModel
import HubAssets
import PrivateBus
import Testing

@testable import GangwayHub

@Suite("The hub's page")
struct PageTests {
    private static let scripts = HubAssets.scripts.values.map { String(decoding: $0, as: UTF8.self) }.joined(
        separator: "\n")

    @Test("All assets together are smaller than 150 KB")
    func size() {
        let all = [HubAssets.page, HubAssets.style, HubAssets.icon, HubAssets.manifest] + HubAssets.scripts.values
        #expect(all.reduce(0) { $0 + $1.count } < 150_000)
    }

    @Test(
        "Every answer forbids what the page does not need",
        arguments: ["/", "/app.js", "/session", "/no/such", "/events"])
    func policy(path: String) async throws {
        try await onThread {
            let answer = try HubUnderTest().get(path)
            let policy = try #require(answer["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'"))
            #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
            #expect(answer["x-content-type-options"] == "nosniff")
            #expect(answer["x-frame-options"] == "DENY")
        }
    }

    @Test("Nothing is written into the page as style or script, and nothing comes from elsewhere")
    func inline() {
        let page = String(decoding: HubAssets.page, as: UTF8.self)
        for word in ["<style", "style=", "onclick", "javascript:", "http://", "https://"] {
            #expect(!page.contains(word))
        }
        for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "https://"] {
            #expect(!Self.scripts.contains(word))
        }
        #expect(!String(decoding: HubAssets.style, as: UTF8.self).contains("url("))
    }

    @Test("Every text that the page names is there in every language")
    func words() throws {
        let pattern = try NSRegularExpression(pattern: #"\bt\("([a-zA-Z.0-9]+)"[,)]"#)
        let range = NSRange(Self.scripts.startIndex..., in: Self.scripts)
        let names = pattern.matches(in: Self.scripts, range: range).compactMap {
            Range($0.range(at: 1), in: Self.scripts).map { String(Self.scripts[$0]) }
        }
        #expect(names.count > 60)
        let own = Set(HubWords.all.map(\.0))
        for name in Set(names) { #expect(own.contains(name) || Words.has(Word(rawValue: name)), "\(name)") }
        for (name, english, german) in HubWords.all { #expect(!english.isEmpty && !german.isEmpty, "\(name)") }
        #expect(own.count == HubWords.all.count)
    }

    @Test(
        "The language is the browser's own, or the one that was chosen on it",
        arguments: [
            ("de", "de"), ("de-AT,en;q=0.5", "de"), ("fr,de;q=0.3,en;q=0.9", "en"), ("fr", "en"), ("", "en"),
            ("en;q=x", "en"),
        ])
    func language(accepted: String, expected: String) async throws {
        try await onThread {
            let hub = try HubUnderTest()
            #expect(try hub.get("/session", ["Accept-Language": accepted]).object?["language"] as? String == expected)
            hub.cookie = "gangway-language=de"
            #expect(try hub.get("/session", ["Accept-Language": accepted]).object?["language"] as? String == "de")
        }
    }

    @Test("A file that the browser has is not sent again")
    func caching() async throws {
        try await onThread {
            let hub = try HubUnderTest()
            let tag = try #require(try hub.get("/app.js")["etag"])
            #expect(try hub.get("/app.js", ["If-None-Match": tag]).status == 304)
            #expect(try hub.get("/app.js", ["If-None-Match": "\"x\""]).status == 200)
        }
    }
}
