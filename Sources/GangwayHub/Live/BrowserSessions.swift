import GangwayModel
import ProvisioningProtocols
import Runtime

/// The browsers that are logged in, each with its screens. A log-in owns them: they end with it, or when no page of it was open
/// for a while.
@MainActor final class BrowserSessions {
    /// For how long screens stay without a page, in milliseconds: an hour.
    nonisolated static let patience: UInt64 = 3_600_000
    /// For how long a set-up keeps its device without a page, in milliseconds: 30 s, which a reload does not need.
    nonisolated static let linkPatience: UInt32 = 30_000

    private let home: HomeModel
    private let time: any TimeSource
    private var sessions: [String: BrowserSession] = [:]

    init(_ home: HomeModel, time: any TimeSource = SystemTime.shared) {
        self.home = home
        self.time = time
    }

    /// The session of this name, with the language that its browser asks for where it is new.
    func session(_ name: String, language: Language) -> BrowserSession {
        endForgotten()
        if let session = sessions[name] {
            session.leaveIfUnseen()
            return session
        }
        let session = BrowserSession(
            AppModel(home, language: language), time: time, linkPatience: Self.linkPatience)
        sessions[name] = session
        Task { await session.app.settings.load() }
        return session
    }

    /// How many there are.
    var count: Int { sessions.count }

    /// Ends one, as its browser logs out.
    func end(_ name: String) { sessions.removeValue(forKey: name)?.end() }

    /// Ends all but `kept`, as when the password has changed.
    func endAll(but kept: String? = nil) {
        for name in sessions.keys where name != kept { end(name) }
    }

    private func endForgotten() {
        let now = time.now.milliseconds
        for (name, session) in sessions {
            if let left = session.leftAt, now - min(left, now) > Self.patience { end(name) }
        }
    }
}
