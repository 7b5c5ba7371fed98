import DeviceDirectory
import ProvisioningProtocols
import Testing

@testable import DeviceControl

@Suite("Whether a device has done what it was told")
struct ConfirmationTests {
    private let now = Instant(milliseconds: 5000)

    private func sign(_ subject: DeviceChange.Subject, isOn: Bool) -> Watches.Sign {
        let status = DeviceStatus(state: DeviceState(isOn: isOn, mode: 1))
        return .change(DeviceChange(id: .random(), topic: "home", subject: subject, status: status, isLive: true))
    }

    @Test("One that reports another state has answered from then on, until it says that it was away")
    func answered() {
        var confirmation = Confirmation(.on, mayRepeat: false)
        guard case .wait = confirmation.take(sign(.state, isOn: false), at: now) else {
            Issue.record("it is not waited for")
            return
        }
        _ = confirmation.take(sign(.state, isOn: false), at: now + 1000)
        #expect(confirmation.answered == now)
        #expect(confirmation.other == DeviceState(isOn: false, mode: 1))
        for word in [sign(.presence, isOn: true), .connectedAnew] {
            guard case .repeatCommand = confirmation.take(word, at: now) else {
                Issue.record("it is not told again")
                return
            }
            #expect(confirmation.answered == nil && confirmation.other == nil)
            _ = confirmation.take(sign(.state, isOn: false), at: now)
        }
        guard case .done(let state) = confirmation.take(sign(.state, isOn: true), at: now) else {
            Issue.record("it is not done")
            return
        }
        #expect(state.isOn)
    }
}
