import DefaultControl
import DeviceDirectory
import ProvisioningProtocols
import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Who may use the hub: the password, the browsers that are logged in, and the keys of programs.
///
/// One attempt is worked on at a time, so that guesses take neither the processors nor the memory.
actor Gatekeeper {
    /// How long a browser stays logged in, in milliseconds: 30 days.
    static let sessionLength: Int64 = 2_592_000_000
    /// How many browsers may be logged in; the longest is logged out for another.
    static let maximumSessions = 100
    /// How many keys there may be.
    static let maximumTokens = 50

    /// What a log-in came to.
    enum Entry: Hashable, Sendable {
        /// The key of the session.
        case open(String)
        /// Not the password.
        case wrong
        /// Too many were wrong: so many seconds are to pass first.
        case wait(seconds: UInt64)
        /// There is no password yet, or there is one already.
        case notNow
        /// The password is too short or too long.
        case unfit
        /// It could not be kept.
        case failed
    }

    private nonisolated let executor = QueueExecutor(label: "gangway.hub.gate")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let path: String
    private let time: any TimeSource
    private let wallClock: @Sendable () -> WallTime
    private var file: HubFile
    /// Which edition of the file was read or written last.
    private var edition: FileEdition?
    private var limiter = AttemptLimiter()

    /// The gate of the hub whose file is at `path`.
    /// - Throws: where the file cannot be used.
    init(
        path: String, time: any TimeSource = SystemTime.shared, wallClock: @escaping @Sendable () -> WallTime = { .now }
    ) throws(HubFailure) {
        edition = FileEdition(path: path)
        file = try HubFile(path: path)
        self.path = path
        self.time = time
        self.wallClock = wallClock
    }

    /// Whether a password was set.
    var hasPassword: Bool {
        refresh()
        return file.password != nil
    }

    /// Takes over what another program wrote, such as `gangway hub password`. A file that cannot be used changes nothing.
    private func refresh() {
        let present = FileEdition(path: path)
        guard present != edition, let read = try? HubFile(path: path) else { return }
        (file, edition) = (read, present)
    }

    /// Sets the first password, and logs in.
    func setUp(_ password: String) -> Entry {
        refresh()
        guard file.password == nil else { return .notNow }
        guard Self.isFit(password) else { return .unfit }
        guard let hash = PasswordHash(hashing: password) else { return .failed }
        var next = file
        next.password = hash
        return admit(next)
    }

    /// Logs in.
    func logIn(_ password: String, from peer: String) -> Entry {
        refresh()
        guard let hash = file.password else { return .notNow }
        let now = time.now
        let wait = limiter.wait(of: peer, at: now)
        guard wait == 0 else { return .wait(seconds: (wait + 999) / 1_000) }
        guard hash.fits(password) else {
            limiter.failed(peer, at: now)
            return .wrong
        }
        limiter.succeeded(peer)
        return admit(file)
    }

    /// Sets another password in the place of `old`; every other browser is logged out.
    func change(_ old: String, to new: String, from peer: String, keeping key: String) -> Entry {
        refresh()
        guard let hash = file.password else { return .notNow }
        let now = time.now
        let wait = limiter.wait(of: peer, at: now)
        guard wait == 0 else { return .wait(seconds: (wait + 999) / 1_000) }
        guard hash.fits(old) else {
            limiter.failed(peer, at: now)
            return .wrong
        }
        guard Self.isFit(new) else { return .unfit }
        guard let made = PasswordHash(hashing: new) else { return .failed }
        var next = file
        next.password = made
        let own = AccessKey.hash(key)
        next.sessions.removeAll { $0.hash != own }
        return keep(next) ? .open(key) : .failed
    }

    /// Sets the password whatever it was, as its owner does at the machine; all browsers are logged out.
    func reset(_ password: String) -> Entry {
        refresh()
        guard Self.isFit(password) else { return .unfit }
        guard let hash = PasswordHash(hashing: password) else { return .failed }
        var next = file
        next.password = hash
        next.sessions = []
        return keep(next) ? .open("") : .failed
    }

    /// The name of the session whose key this is, which is no secret; `nil` where it is none.
    func session(_ key: String) -> String? {
        refresh()
        let hash = AccessKey.hash(key)
        guard let session = file.sessions.first(where: { $0.hash == hash }) else { return nil }
        guard wallClock().milliseconds - session.since.milliseconds < Self.sessionLength else { return nil }
        return hash
    }

    /// Logs a browser out.
    func logOut(_ key: String) {
        refresh()
        let hash = AccessKey.hash(key)
        var next = file
        next.sessions.removeAll { $0.hash == hash }
        // Out it is, also where that cannot be written.
        if !keep(next) { file = next }
    }

    // MARK: Keys of programs

    /// The names of the keys, and when they were made.
    var tokens: [(name: String, since: WallTime)] {
        refresh()
        return file.tokens.map { ($0.name, $0.since) }
    }

    /// What the wish for a key came to.
    enum Making: Hashable, Sendable {
        /// The key, which nobody can tell a second time.
        case made(String)
        /// There is one of that name.
        case taken
        /// The name is empty, too long, or has control characters in it.
        case unfit
        /// There are ``maximumTokens``.
        case tooMany
        /// It could not be kept.
        case failed
    }

    /// Makes a key.
    func makeToken(_ name: String) -> Making {
        refresh()
        guard (1...100).contains(name.utf8.count),
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return .unfit }
        guard !file.tokens.contains(where: { $0.name == name }) else { return .taken }
        guard file.tokens.count < Self.maximumTokens else { return .tooMany }
        let key = "gangway_" + AccessKey.make()
        var next = file
        next.tokens.append(HubFile.Token(name: name, hash: AccessKey.hash(key), since: wallClock()))
        return keep(next) ? .made(key) : .failed
    }

    /// Takes a key back; whether there was one.
    func revokeToken(_ name: String) -> Bool {
        refresh()
        var next = file
        next.tokens.removeAll { $0.name == name }
        guard next.tokens.count < file.tokens.count else { return false }
        return keep(next)
    }

    /// Whether `key` is a program's.
    func isToken(_ key: String) -> Bool {
        refresh()
        let hash = AccessKey.hash(key)
        return file.tokens.contains { $0.hash == hash }
    }

    private static func isFit(_ password: String) -> Bool {
        password.count >= PasswordHash.minimumLength && password.utf8.count <= PasswordHash.maximumLength
            && !password.utf8.contains(0)
    }

    private func admit(_ file: HubFile) -> Entry {
        var next = file
        let key = AccessKey.make()
        let now = wallClock()
        next.sessions.removeAll { now.milliseconds - $0.since.milliseconds >= Self.sessionLength }
        if next.sessions.count >= Self.maximumSessions { next.sessions.removeFirst() }
        next.sessions.append(HubFile.Session(hash: AccessKey.hash(key), since: now))
        return keep(next) ? .open(key) : .failed
    }

    private func keep(_ next: HubFile) -> Bool {
        do throws(ControlFileError) { try DefaultControl.writePrivate(next.bytes, to: path) } catch { return false }
        (file, edition) = (next, FileEdition(path: path))
        return true
    }
}

/// What tells one edition of a file from another without reading it.
private struct FileEdition: Hashable {
    private let inode: UInt64
    private let seconds: Int
    private let nanoseconds: Int
    private let size: Int64

    /// The present one; `nil` where there is no file.
    init?(path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        inode = UInt64(facts.st_ino)
        #if canImport(Glibc)
            (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
        #else
            (seconds, nanoseconds) = (facts.st_mtimespec.tv_sec, facts.st_mtimespec.tv_nsec)
        #endif
        size = Int64(facts.st_size)
    }
}
