import DeviceControl
import DeviceDirectory
import ProvisioningProtocols
import Testing

@testable import Onboarding

@Suite("Whether a device was heard from since its credentials went out")
struct SignsOfLifeTests {
    /// What comes from the broker, in the order in which it does; the credentials go out at `credentials`.
    enum Word: Sendable {
        case online, offline, report
        case keptOnline, keptOffline, keptReport
        case joined, wrongPassphrase, keptJoined
        /// Whatever it was, under another topic.
        case otherOnline
        case credentials

        var isKept: Bool {
            switch self {
            case .keptOnline, .keptOffline, .keptReport, .keptJoined: true
            default: false
            }
        }
    }

    /// Takes `words` as they would come of a device control.
    private func signs(_ words: [Word], isNewID: Bool, wasHeard: Bool = false) throws -> SignsOfLife {
        let topic = try TopicName("home/lamp")
        let known = Assignment(ControlAddress(topic: topic, id: DeviceID(high: 1, low: 2)))
        var signs = SignsOfLife(isNewID ? .new(under: topic) : known, wasHeard: wasHeard)
        var status = DeviceStatus()
        for word in words {
            var subject = DeviceChange.Subject.presence
            switch word {
            case .credentials:
                signs.begin()
                continue
            case .online, .keptOnline, .otherOnline: status.presence = .online
            case .offline, .keptOffline: status.presence = .offline
            case .report:
                status.presence = .online
                subject = .state
            case .keptReport: subject = .state
            case .joined, .keptJoined, .wrongPassphrase:
                (status.presence, subject) = (.online, .join)
                status.join = word == .wrongPassphrase ? .failed(.wrongPassphrase) : .joined
            }
            signs.take(
                DeviceChange(
                    id: DeviceID(high: 1, low: 2), topic: word == .otherOnline ? "old/lamp" : "home/lamp",
                    subject: subject, status: status,
                    isLive: !word.isKept && word != .offline))
        }
        return signs
    }

    @Test(
        "It is heard by its own word, and by a kept one where that cannot be old",
        arguments: [
            ([.credentials, .online], false), ([.credentials, .report], false),
            // it says itself that its credentials have worked
            ([.online, .report, .credentials, .report, .offline, .online, .joined], false),
            ([.keptOnline, .credentials, .joined], false),
            // it was away, or under another topic
            ([.keptReport, .keptOffline, .credentials, .report], false),
            ([.keptOffline, .credentials, .online], false),
            ([.online, .offline, .credentials, .report], false), ([.otherOnline, .credentials, .online], false),
            // it came while the own connection was lost
            ([.keptOffline, .credentials, .keptOnline], false),
            // nobody else can have used the identifier
            ([.credentials, .keptReport], true), ([.credentials, .keptOnline], true),
        ] as [([Word], Bool)])
    func heard(words: [Word], isNewID: Bool) throws { #expect(try signs(words, isNewID: isNewID).isHeard) }

    @Test(
        "It is not heard by what came before, by what the broker had kept, by its last will, nor by what it may say of the network that it had",
        arguments: [
            ([.online, .report, .credentials], false), ([.credentials, .keptReport], false),
            ([.credentials, .keptOnline], false), ([.keptOnline, .credentials, .keptOnline], false),
            ([.keptReport, .credentials, .keptReport], false), ([.credentials, .offline], false),
            ([.credentials, .offline], true), ([.online, .credentials, .report, .report], false),
            ([.keptOnline, .credentials, .report], false), ([.keptOffline, .credentials, .keptOffline], false),
            // it was there, and may have gone back to where it was, as from a wrong passphrase
            ([.keptOnline, .keptReport, .credentials, .online], false),
            ([.online, .credentials, .offline, .report], false),
            ([.online, .report, .credentials, .report, .offline, .online, .report], false),
            ([.keptOnline, .credentials, .offline, .keptOnline], false), ([.keptReport, .credentials, .report], false),
            // what the broker had kept came late
            ([.credentials, .keptOnline, .report, .online], false), ([.credentials, .keptReport, .report], false),
            ([.online, .credentials, .wrongPassphrase, .online, .report], false), ([.joined, .credentials], false),
            ([.credentials, .otherOnline], false),
            // made for this set-up, and yet used before: somebody plays the device
            ([.online, .report, .credentials], true),
        ] as [([Word], Bool)])
    func unheard(words: [Word], isNewID: Bool) throws { #expect(try !signs(words, isNewID: isNewID).isHeard) }

    @Test("What there was instead is told apart")
    func rest() throws {
        func name(_ words: [Word]) throws -> String { "\(try signs(words, isNewID: false).rest)" }
        #expect(try name([.credentials, .keptReport]) == "onlyKept")
        #expect(try name([.online, .credentials, .report]) == "onlyAsBefore")
        #expect(try name([.online, .credentials, .offline, .report, .online]) == "onlyBack")
        #expect(try name([.keptReport, .credentials]) == "silent")
    }

    @Test("One that is listed and was heard from is not known by its report, since nobody said that it was gone")
    func listed() throws {
        #expect(try !signs([.credentials, .report], isNewID: false, wasHeard: true).isHeard)
        #expect(try signs([.credentials, .report, .online], isNewID: false, wasHeard: true).isHeard)
        #expect(try signs([.keptOffline, .credentials, .report], isNewID: false, wasHeard: true).isHeard)
    }

    @Test("That it could not join counts by its own word, of these credentials")
    func failed() throws {
        #expect(try signs([.online, .credentials, .wrongPassphrase], isNewID: false).failure == .wrongPassphrase)
        #expect(try signs([.wrongPassphrase, .credentials, .online], isNewID: false).failure == nil)
    }
}
