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
        case credentials

        var isKept: Bool {
            switch self {
            case .keptOnline, .keptOffline, .keptReport: true
            default: false
            }
        }
    }

    /// Takes `words` as they would come of a device control.
    private func signs(_ words: [Word], isNewID: Bool) -> SignsOfLife {
        var signs = SignsOfLife(isNewID: isNewID)
        var status = DeviceStatus()
        for word in words {
            var subject = DeviceChange.Subject.presence
            switch word {
            case .credentials:
                signs.begin()
                continue
            case .online, .keptOnline: status.presence = .online
            case .offline, .keptOffline: status.presence = .offline
            case .report:
                status.presence = .online
                subject = .state
            case .keptReport: subject = .state
            }
            signs.take(
                DeviceChange(
                    id: DeviceID(high: 1, low: 2), topic: "home/lamp", subject: subject, status: status,
                    isLive: !word.isKept && word != .offline))
        }
        return signs
    }

    @Test(
        "It is heard by its own word, and by a kept one where that cannot be old",
        arguments: [
            ([.credentials, .online], false), ([.credentials, .report], false),
            ([.keptOnline, .keptReport, .credentials, .online], false),
            // it was there, and connects anew on its new network
            ([.online, .report, .credentials, .report, .offline, .online], false),
            ([.online, .credentials, .offline, .report], false),
            // it came while the own connection was lost
            ([.keptOffline, .credentials, .keptOnline], false),
            ([.keptOnline, .credentials, .offline, .keptOnline], false),
            // nobody else can have used the identifier
            ([.credentials, .keptReport], true), ([.credentials, .keptOnline], true),
        ] as [([Word], Bool)])
    func heard(words: [Word], isNewID: Bool) { #expect(signs(words, isNewID: isNewID).isHeard) }

    @Test(
        "It is not heard by what came before, by what the broker had kept, by its last will, or by what it reports as it did",
        arguments: [
            ([.online, .report, .credentials], false), ([.credentials, .keptReport], false),
            ([.credentials, .keptOnline], false), ([.keptOnline, .credentials, .keptOnline], false),
            ([.keptReport, .credentials, .keptReport], false), ([.credentials, .offline], false),
            ([.credentials, .offline], true), ([.online, .credentials, .report, .report], false),
            ([.keptOnline, .credentials, .report], false), ([.keptOffline, .credentials, .keptOffline], false),
            // made for this set-up, and yet used before: somebody plays the device
            ([.online, .report, .credentials], true),
        ] as [([Word], Bool)])
    func unheard(words: [Word], isNewID: Bool) { #expect(!signs(words, isNewID: isNewID).isHeard) }

    @Test("What there was instead is told apart")
    func rest() {
        #expect(signs([.credentials, .keptReport], isNewID: false).hasKept)
        #expect(signs([.online, .credentials, .report], isNewID: false).reportsAsBefore)
        let silent = signs([.keptReport, .credentials], isNewID: false)
        #expect(!silent.hasKept && !silent.reportsAsBefore)
    }
}
