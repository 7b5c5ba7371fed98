import GangwayModel
import ProvisionableDevice
import ProvisioningProtocols
import Runtime
import Testing

@testable import GangwayHub
@testable import WebServer

@Suite("What a browser leaves behind", .timeLimit(.minutes(1)))
@MainActor
struct LeavingTests {
    /// A device that is linked in the set-up of a session, and the page that shows it.
    private static func linked() async throws -> (Stage, BrowserSession, BodyStream) {
        let stage = Stage()
        try await stage.place("Lamp", .wifiSet)
        try await stage.run { await stage.home.open() }
        let sessions = BrowserSessions(stage.home, time: stage.time)
        let session = sessions.session("one", language: .english)
        let page = BodyStream()
        session.attach(page)
        session.app.router.navigateToConnect()
        let connect = try #require(session.app.connect)
        try await stage.wait { connect.candidates.count == 1 }
        connect.choose(try #require(connect.candidates.first?.id))
        try await stage.wait { connect.stage == .networks && !connect.networks.isLoading }
        return (stage, session, page)
    }

    /// Whether the device has a link now.
    private func hasLink(_ session: BrowserSession) throws -> Bool {
        try #require(session.app.connect).hasLink
    }

    @Test(
        "The device is let go half a minute after the last page closed, not before, and linked again for the next page")
    func linkEnds() async throws {
        let (stage, session, page) = try await Self.linked()
        let other = BodyStream()
        session.attach(other)
        page.end()
        await stage.settle()
        stage.time.advance(by: BrowserSessions.linkPatience * 2)
        await stage.settle()
        #expect(try hasLink(session))
        other.end()
        await stage.settle()
        stage.time.advance(by: BrowserSessions.linkPatience - 1)
        await stage.settle()
        #expect(try hasLink(session))
        stage.time.advance(by: 1)
        await stage.settle()
        #expect(try !hasLink(session))
        let again = BodyStream()
        session.attach(again)
        let connect = try #require(session.app.connect)
        #expect(connect.stage == .connecting)
        try await stage.wait { connect.stage == .networks }
        #expect(try hasLink(session))
        session.end()
        try await stage.end()
    }

    @Test("A reload keeps the link")
    func reload() async throws {
        let (stage, session, page) = try await Self.linked()
        page.end()
        await stage.settle()
        stage.time.advance(by: 5_000)
        let fresh = BodyStream()
        session.attach(fresh)
        stage.time.advance(by: BrowserSessions.linkPatience)
        await stage.settle()
        #expect(try hasLink(session))
        #expect(session.app.connect?.stage == .networks)
        session.end()
        try await stage.end()
    }

    @Test("Who goes to the main screen leaves the set-up, and lets the device go at once")
    func navigatingAway() async throws {
        let (stage, session, _) = try await Self.linked()
        let connect = try #require(session.app.connect)
        session.app.router.popToRoot()
        #expect(session.app.connect == nil)
        #expect(!connect.hasLink)
        session.end()
        try await stage.end()
    }
}
