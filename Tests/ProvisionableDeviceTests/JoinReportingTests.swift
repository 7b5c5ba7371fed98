import ProvisionableDevice
import ProvisioningProtocols
import Testing

@Suite("What a device says over its broker of the credentials that it was given")
struct JoinReportingTests {
    private static let (barn, house) = (SSID("Barn") ?? SSID(), SSID("House") ?? SSID())

    static let cases: [([DeviceEvent], [JoinReport])] = [
        ([.stored(barn), .connected(barn, address)], [.joined]),
        // back on the network that it had, with the same name or another
        ([.stored(barn), .joinFailed(barn, .wrongPassphrase), .connected(barn, address)], [.failed(.wrongPassphrase)]),
        (
            [
                .stored(house), .joinFailed(house, .networkNotFound), .joinFailed(barn, .timeOut),
                .connected(barn, address),
            ], [.failed(.networkNotFound)]
        ),
        // what comes later has nothing to do with them
        ([.stored(barn), .connected(barn, address), .connected(barn, address)], [.joined]),
        ([.connected(barn, address)], []), ([.joinFailed(barn, .timeOut), .connected(barn, address)], []),
        // tried again, or forgotten
        (
            [.stored(barn), .joinFailed(barn, .wrongPassphrase), .stored(barn), .connected(barn, address)], [.joined]
        ),
        ([.stored(barn), .cleared, .connected(barn, address)], []),
        ([.credentialsReceived(barn), .storageFailed(barn), .connected(barn, address)], []),
    ]

    private static let address = IPv4Address(192, 168, 7, 2)

    @Test("It is said once, when the device is on a network again", arguments: cases)
    func said(events: [DeviceEvent], reports: [JoinReport]) {
        var reporting = JoinReporting()
        #expect(events.compactMap { reporting.take($0) } == reports)
    }

    @Test("Each report is a word, and is read back from it")
    func words() {
        let failures = (UInt16(0)...9).map { JoinReport.failed(JoinFailure(rawValue: $0)) }
        for report in [.joined] + failures { #expect(JoinReport(Array(report.text.utf8)) == report) }
        #expect(JoinReport.failed(.unknown(7)).text == "unspecified")
        for body in ["", "Joined", "joined ", "unknown(7)"] { #expect(JoinReport(Array(body.utf8)) == nil) }
    }
}
