import JSONText
import WebServer

/// The members of a request's JSON body, read leniently: a member of another kind counts as none.
struct JSONBody: Sendable {
    private let members: [String: JSONValue]

    /// The body of `request`; `nil` where it is no JSON object, or is not said to be JSON.
    init?(_ request: WebRequest) {
        let type = request.value("Content-Type") ?? ""
        guard type.prefix(while: { $0 != ";" }).lowercased() == "application/json",
            let value = try? JSONReader.read(request.body), case .object(let members) = value.kind
        else { return nil }
        self.members = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// Whether only members of these names are there.
    func has(only names: Set<String>) -> Bool { members.keys.allSatisfy(names.contains) }

    /// Whether there is a member of this name.
    func has(_ name: String) -> Bool { members[name] != nil }

    /// A string.
    func text(_ name: String) -> String? {
        if case .string(let text)? = members[name]?.kind { text } else { nil }
    }

    /// A truth value.
    func flag(_ name: String) -> Bool? {
        if case .bool(let flag)? = members[name]?.kind { flag } else { nil }
    }

    /// A whole number, however it is written: 75, 75.0 and 7.5e1 are the same.
    func number(_ name: String) -> Int? {
        guard case .number(let text)? = members[name]?.kind else { return nil }
        return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
    }

    /// An array of strings.
    func texts(_ name: String) -> [String]? {
        guard case .array(let values)? = members[name]?.kind else { return nil }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value.kind else { return nil }
            texts.append(text)
        }
        return texts
    }
}
