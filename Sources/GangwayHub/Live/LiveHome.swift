import GangwayModel
import Runtime
import WebServer

/// The home with all who look at it.
@MainActor final class LiveHome {
    nonisolated let home: HomeModel
    nonisolated let feed: HomeFeed
    nonisolated let sessions: BrowserSessions

    init(_ home: HomeModel, time: any TimeSource = SystemTime.shared) {
        self.home = home
        feed = HomeFeed(home, time: time)
        sessions = BrowserSessions(home, time: time)
    }

    /// A stream of the home's events, and of the session's where there is one.
    func events(after last: String?, for session: BrowserSession?) -> WebResponse {
        let stream = BodyStream()
        // A page that was asleep, or reached over a slow network, gets all of it at once instead of what it missed.
        stream.whenCaughtUp { [weak self, weak session, weak stream] in
            Task { @MainActor in
                guard let stream else { return }
                session?.tell(stream)
                self?.feed.tellAll(stream)
            }
        }
        session?.attach(stream)
        feed.attach(stream, after: last)
        return WebResponse(
            200, fields: [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")], body: .stream(stream))
    }

    /// Ends the sessions and the streams.
    func stop() {
        sessions.endAll()
        feed.stop()
    }

    /// The numbers of this moment.
    func facts() -> HomeFacts {
        var facts = HomeFacts()
        facts.devices = UInt64(home.devices.count)
        for device in home.devices {
            if device.facts.availability == .online { facts.online += 1 }
            if device.facts.isOn == true { facts.on += 1 }
        }
        facts.isConnected = home.broker.isConnected
        facts.hasRadio = home.radio == .ready
        facts.streams = UInt64(feed.listeners)
        facts.sent = feed.sent
        facts.sessions = UInt64(sessions.count)
        return facts
    }
}
