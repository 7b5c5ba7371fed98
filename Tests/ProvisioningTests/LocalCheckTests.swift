import BluetoothLE
import Provisioning
import ProvisioningProtocols
import Runtime
import Testing

@Suite("Credentials before they are sent", .timeLimit(.minutes(1)))
struct LocalCheckTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var passphrase: String
        var security: Security
        var code: ProvisioningError.Code
        var testDescription: String { name }
    }

    @Test("What a lent session ended with is printed in its own words, whichever part of the call met it")
    func callError() {
        let error = ProvisioningError(
            .timedOut, fault: .link, summary: "It took long.", state: "All is well.", advice: "")
        #expect("\(DeviceCallError<ProvisioningError>.connecting(error))" == error.description)
        #expect("\(DeviceCallError<ProvisioningError>.body(error))" == error.description)
    }

    /// What joining with these ends with, and how many writes reached the device.
    private func refusal(_ passphrase: String, _ security: Security) async throws -> (ProvisioningError.Code?, Int) {
        let radio = ScriptedRadio([.good])
        let session = try await Provisioner(central: radio, time: radio.time).connect(to: ScriptedRadio.lamp)
        var code: ProvisioningError.Code?
        do { _ = try await session.join(credentials("Barn", passphrase, security)) } catch { code = error.code }
        await session.disconnect()
        return (code, radio.links.first?.writes.count ?? 0)
    }

    @Test(
        "A4/13: A key of 64 hex digits is refused and nothing is written",
        arguments: [Security.wpaPersonal, .wpa3Personal, .unspecified])
    func hexKey(security: Security) async throws {
        let key = String(repeating: "0123456789abcdef", count: 4)
        let (code, writes) = try await refusal(key, security)
        #expect(code == .invalidPassphrase)
        #expect(writes == 0)
    }

    @Test("A4/15: A passphrase of 7 bytes for a secured network is refused, never padded")
    func short() async throws {
        let (code, writes) = try await refusal("seven77", .wpaPersonal)
        #expect(code == .invalidPassphrase)
        #expect(writes == 0)
    }

    @Test(
        "A7/22: A secured network without a passphrase is refused",
        arguments: [Security.wpa3Personal, .wpaPersonal, .wep, .unknown(7), .unspecified])
    func missing(security: Security) async throws {
        let (code, writes) = try await refusal("", security)
        #expect(code == .passphraseNeeded)
        #expect(writes == 0)
    }

    @Test("A passphrase for an open network is refused, and so is an enterprise network")
    func others() async throws {
        #expect(try await refusal("longenough", .open).0 == .passphraseNotTaken)
        #expect(try await refusal("longenough", .wpa2Enterprise).0 == .unsupportedSecurity)
    }

    @Test("An open network is joined without one, also where a person says that it is open")
    func open() async throws { #expect(try await refusal("", .open).0 == nil) }

    @Test("A1/4: A name of 36 bytes is none, and an empty one is refused with nothing written")
    func names() async throws {
        #expect(SSID(String(repeating: "🏠", count: 9)) == nil)
        let radio = ScriptedRadio([.good])
        let session = try await Provisioner(central: radio, time: radio.time).connect(to: ScriptedRadio.lamp)
        await #expect(throws: ProvisioningError.self) { try await session.join(credentials("", "longenough")) }
        #expect(radio.links.first?.writes.isEmpty == true)
        await session.disconnect()
    }

    @Test("E5/117: Whatever holds credentials shows none of them when it is described or dumped")
    func described() async throws {
        let canary = "Zq7-canary-Zq7"
        var shown = ""
        // The session holds them while its join waits; the outcome is of a device that repeats them.
        let radio = ScriptedRadio([.good])
        let other = FoundDevice(id: PeripheralID("02:00:00:00:00:02"), protocols: [.wifiSet])
        var silent = ScriptedLink.Script.good
        silent.onWrites = []
        radio.add(other.id, [silent])
        let provisioner = Provisioner(central: radio, time: radio.time)
        let session = try await provisioner.connect(to: other)
        let events = session.joinEvents(credentials("Barn", canary))
        while try await events.next() != .progress(.written) {}
        var repeating = ScriptedLink.Script.good
        repeating.onWrites = [[Said.stored, Said.connecting, Said.error(canary), Said.failed]]
        radio.add(ScriptedRadio.lamp.id, [repeating])
        let talker = try await provisioner.connect(to: ScriptedRadio.lamp)
        let outcome = try await talker.join(credentials("Barn", canary))
        #expect(outcome == .failed(.unspecified, message: "**************"))
        let record = TraceRecord(
            time: .init(milliseconds: 0), peer: nil, direction: .written, characteristic: ScriptedLink.id(.status),
            bytes: Array(canary.utf8), secret: 0..<canary.utf8.count)
        for value in [session, talker, outcome, record] as [Any] {
            print(value, to: &shown)
            dump(value, to: &shown)
            debugPrint(value, to: &shown)
        }
        #expect(!shown.contains("canary"))
        #expect(!shown.contains("99, 97, 110"))
        await session.disconnect()
        await talker.disconnect()
        // `Passphrase` and `Credentials` are noncopyable and have no description: neither `print` nor `dump` takes them.
    }
}
