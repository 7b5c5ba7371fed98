import BluetoothLE
import GangwayModel
import JSONText
import ProvisionableDevice
import ProvisioningProtocols
import Runtime
import Testing
import VirtualRadio

@testable import GangwayHub

@Suite("What a page is told of the radio", .timeLimit(.minutes(1)))
@MainActor
struct RadioTests {
    private func shown(_ app: AppModel) -> String { String(decoding: ViewEncoding(app).bytes(), as: UTF8.self) }

    private func home(_ stage: Stage) -> String { String(decoding: HomeEncoding.whole(stage.home), as: UTF8.self) }

    @Test("A radio that is off is told where devices are added, and is no problem any more when it is back")
    func lostAndBack() async throws {
        let stage = Stage()
        try await stage.place("Lamp", .wifiSet)
        try await stage.run { await stage.home.open() }
        stage.app.router.navigateToConnect()
        let connect = try #require(stage.app.connect)
        try await stage.wait { connect.candidates.count == 1 }
        stage.radio.setState(.unavailable(BluetoothError(.poweredOff)))
        try await stage.wait { if case .unavailable = stage.home.radio { true } else { false } }
        #expect(home(stage).contains(#""radio":{"state":"unavailable""#))
        // Who comes now is told at once.
        stage.app.router.popToRoot()
        stage.app.router.navigateToConnect()
        let late = try #require(stage.app.connect)
        try await stage.wait { late.problem != nil }
        #expect(shown(stage.app).contains(#""code":"provisioning.poweredOff""#))
        #expect(shown(stage.app).contains(#""scanning":false"#))
        stage.radio.setState(.ready)
        try await stage.wait { late.candidates.count == 1 }
        #expect(!shown(stage.app).contains(#""problem""#))
        #expect(home(stage).contains(#""radio":{"state":"ready""#))
        try await stage.end()
    }
}
