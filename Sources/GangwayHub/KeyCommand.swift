import DefaultControl
import GangwayCommandLine
import JSONText

/// `gangway hub key`: the keys of people's own programs, at the machine itself. A hub that runs goes by it at once.
struct KeyCommand: Sendable {
    let options: HubOptions
    let arguments: ParsedArguments

    private var isJSON: Bool { arguments.switches.contains("json") }

    /// Makes, lists or revokes a key.
    func run() async throws(HubFailure) {
        let name = arguments.operands.dropFirst().first
        guard arguments.operands.count < 3 else { throw Self.usage("hub key takes an action and a name") }
        switch (arguments.operands.first ?? "list", name) {
        case ("make", let name?): try await make(name)
        case ("revoke", let name?): try await revoke(name)
        case ("list", nil): try await list()
        case ("list", _?): throw Self.usage("hub key list takes no name")
        case ("make", nil), ("revoke", nil): throw Self.usage("the key's name is missing")
        default: throw Self.usage("hub key has no such action: it has make, list and revoke")
        }
    }

    private static func usage(_ message: String) -> HubFailure { .usage(message, command: "hub key") }

    private func gate() throws(HubFailure) -> (Gatekeeper, ControlHome) {
        let home = try options.home()
        return (try Gatekeeper(path: home.path + "/hub.json"), home)
    }

    private func make(_ name: String) async throws(HubFailure) {
        let (gate, home) = try gate()
        switch await gate.makeToken(name) {
        case .made(let key):
            guard isJSON else { return put(key + "\n") }
            print("made") { json in
                json.write(name, "name")
                json.write(key, "key")
            }
        case .taken:
            throw HubFailure(
                "There is a key of that name already. Nothing was changed.",
                "Choose another name, or revoke that one first: `gangway hub key revoke NAME`.", code: "nameTaken")
        case .unfit:
            throw Self.usage("a key's name has 1 to 100 bytes without control characters")
        case .tooMany:
            throw HubFailure(
                "There are \(Gatekeeper.maximumTokens) keys already. Nothing was changed.",
                "Revoke one that is not used any more: `gangway hub key list` shows them.", code: "tooMany")
        case .failed:
            throw HubFailure(
                "The key could not be kept in \(home.path). Nothing was changed.", "See that there is room.",
                code: "unwritable", fault: .system)
        }
    }

    private func list() async throws(HubFailure) {
        let tokens = try await gate().0.tokens
        if tokens.isEmpty, !isJSON { put("There is no key. `gangway hub key make NAME` makes one.\n") }
        for token in tokens {
            guard isJSON else {
                put("\(token.since)  \(token.name)\n")
                continue
            }
            print("key") { json in
                json.write(token.name, "name")
                json.write("\(token.since)", "since")
            }
        }
    }

    private func revoke(_ name: String) async throws(HubFailure) {
        let (gate, home) = try gate()
        guard await gate.tokens.contains(where: { $0.name == name }) else {
            throw HubFailure(
                "There is no key of that name.", "`gangway hub key list` shows them.", .notFound, code: "notFound")
        }
        guard await gate.revokeToken(name) else {
            throw HubFailure(
                "That could not be kept in \(home.path). The key still opens the hub.", "See that there is room.",
                code: "unwritable", fault: .system)
        }
        guard isJSON else { return put("The key \(name) opens nothing any more.\n") }
        print("revoked") { $0.write(name, "name") }
    }

    private func print(_ event: String, _ members: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        json.beginObject()
        json.write(event, "event")
        members(&json)
        json.endObject()
        put(String(decoding: json.bytes, as: UTF8.self) + "\n")
    }
}
