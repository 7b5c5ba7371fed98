/// The members of a JSON object whose keys are known.
///
/// Each reader gives `nil` where its member is not there, and throws, with the line, where it is of another kind.
public struct JSONMembers {
    /// Where the object begins, from 1.
    public let line: Int
    private let members: [JSONMember]

    /// The object `value`, which may have `keys` and no others; `what` is what it is, for people.
    /// - Throws: a ``JSONFault`` at the value, where it is no object, or at the first member that it may not have.
    public init(_ value: JSONValue, of what: String, _ keys: [String]) throws(JSONFault) {
        guard case .object(let members) = value.kind else {
            throw JSONFault(line: value.line, text: "\(what) has to be an object, not \(value.kindName)")
        }
        if let stray = members.first(where: { !keys.contains($0.key) }) {
            throw JSONFault(
                line: stray.value.line,
                text: "\(what) has no member \(Self.shown(stray.key)); it takes \(keys.joined(separator: ", "))")
        }
        self.members = members
        line = value.line
    }

    /// What the member `key` holds.
    public subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

    /// A fault of the member `key`, or of the object where it is not there; `text` goes on behind the key.
    public func fault(_ key: String, _ text: String) -> JSONFault {
        JSONFault(line: self[key]?.line ?? line, text: "\(key) \(text)")
    }

    /// `value`, which the member `key` gave.
    /// - Throws: that it is missing.
    public func needed<Value>(_ key: String, _ value: Value?) throws(JSONFault) -> Value {
        guard let value else { throw fault(key, "is missing") }
        return value
    }

    /// The elements of an array.
    public func array(_ key: String) throws(JSONFault) -> [JSONValue]? {
        guard let value = self[key] else { return nil }
        guard case .array(let elements) = value.kind else { throw fault(key, "takes an array, not \(value.kindName)") }
        return elements
    }

    /// A truth value.
    public func bool(_ key: String) throws(JSONFault) -> Bool? {
        guard let value = self[key] else { return nil }
        guard case .bool(let truth) = value.kind else { throw fault(key, "takes true or false, not \(value.kindName)") }
        return truth
    }

    /// A whole number in `range`.
    public func number<Number: FixedWidthInteger>(
        _ key: String, _ range: ClosedRange<Number>
    ) throws(JSONFault) -> Number? {
        guard let value = self[key] else { return nil }
        guard case .number(let text) = value.kind, let number = Number(text), range.contains(number) else {
            throw fault(key, "takes a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// What `read` makes of a string. The fault says what is `expected`, and does not show the string: it may be a secret.
    public func text<Value>(
        _ key: String, _ expected: String, _ read: (String) -> Value?
    ) throws(JSONFault) -> Value? {
        guard let value = self[key] else { return nil }
        guard case .string(let text) = value.kind, let result = read(text) else {
            throw fault(key, "takes \(expected)")
        }
        return result
    }

    /// A string of 1 to `limit` bytes without control characters.
    public func plainText(_ key: String, _ limit: Int) throws(JSONFault) -> String? {
        try text(key, "a string of 1 to \(limit) bytes without control characters") { text in
            let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
            return text.isEmpty || text.utf8.count > limit || text.unicodeScalars.contains(where: isControl)
                ? nil : text
        }
    }

    /// A key that is not known, for a person: without what could steer a terminal, and not longer than a line.
    private static func shown(_ key: String) -> String {
        String(key.unicodeScalars.prefix(40).map { $0.properties.generalCategory == .control ? "?" : Character($0) })
    }
}
