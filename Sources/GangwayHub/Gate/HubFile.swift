import DefaultControl
import GangwayCommandLine
import DeviceDirectory
import JSONText

/// What the hub keeps of who may use it: `hub.json`, for its owner alone. No password or key is in it, only hashes.
struct HubFile: Sendable {
    /// A browser that is logged in.
    struct Session: Hashable, Sendable {
        /// The hash of its key.
        var hash: String
        /// When it logged in.
        var since: WallTime
    }

    /// A key for people's own programs.
    struct Token: Hashable, Sendable {
        /// What the person calls it.
        var name: String
        /// Its hash.
        var hash: String
        /// When it was made.
        var since: WallTime
    }

    /// The longest file that is read, in bytes.
    static let maximumLength = 262_144

    /// The password's hash; `nil` before one was set.
    var password: PasswordHash?
    /// The browsers that are logged in, the longest first.
    var sessions: [Session] = []
    /// The keys.
    var tokens: [Token] = []

    /// Nothing.
    init() {}

    /// What the file at `path` says; nothing where there is none.
    /// - Throws: a sentence that says why it cannot be used.
    init(path: String) throws(HubFailure) {
        let bytes: [UInt8]
        do throws(ControlFileError) {
            bytes = try SmallFile.read(path, limit: Self.maximumLength) ?? Array("{}".utf8)
        } catch {
            throw HubFailure(error)
        }
        do throws(JSONFault) { try self.init(JSONReader.read(bytes)) } catch {
            throw HubFailure(
                "The file \(path) is damaged: line \(error.line): \(error.text).",
                "Remove it, and set the password anew from this machine.")
        }
    }

    private init(_ value: JSONValue) throws(JSONFault) {
        let members = try JSONMembers(value, of: "the file", ["password", "sessions", "tokens"])
        password = try members.text("password", "a hash") { PasswordHash(kept: $0) }
        for value in try members.array("sessions") ?? [] {
            let session = try JSONMembers(value, of: "a session", ["hash", "since"])
            sessions.append(Session(hash: try Self.hash(session), since: try Self.since(session)))
        }
        for value in try members.array("tokens") ?? [] {
            let token = try JSONMembers(value, of: "a token", ["name", "hash", "since"])
            tokens.append(
                Token(
                    name: try token.needed("name", token.plainText("name", 100)), hash: try Self.hash(token),
                    since: try Self.since(token)))
        }
    }

    private static func hash(_ members: JSONMembers) throws(JSONFault) -> String {
        try members.needed("hash", members.plainText("hash", 64))
    }

    private static func since(_ members: JSONMembers) throws(JSONFault) -> WallTime {
        try members.needed("since", members.text("since", "a time") { WallTime($0) })
    }

    /// Its bytes.
    var bytes: [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        if let password { json.write(password.text, "password") }
        json.beginArray("sessions")
        for session in sessions {
            json.newLine()
            json.beginObject()
            json.write(session.hash, "hash")
            json.write("\(session.since)", "since")
            json.endObject()
        }
        json.endArray()
        json.beginArray("tokens")
        for token in tokens {
            json.newLine()
            json.beginObject()
            json.write(token.name, "name")
            json.write(token.hash, "hash")
            json.write("\(token.since)", "since")
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.newLine(endsText: true)
        return json.bytes
    }
}
