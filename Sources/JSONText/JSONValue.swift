/// A JSON value with the line it begins on, so that what is wrong with it can be said with its place.
public struct JSONValue: Sendable {
    /// What a value is.
    public indirect enum Kind: Sendable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number, as it was written.
        case number(String)
        /// A string.
        case string(String)
        /// An array.
        case array([JSONValue])
        /// An object, with its members in the order of the text.
        case object([JSONMember])
    }

    /// What it is.
    public let kind: Kind
    /// From 1.
    public let line: Int

    /// A value of this kind, which begins on `line`.
    public init(_ kind: Kind, line: Int = 1) {
        self.kind = kind
        self.line = line
    }

    /// What it is, in JSON's words.
    public var kindName: String {
        switch kind {
        case .null: "null"
        case .bool: "a truth value"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// A member of a JSON object.
public typealias JSONMember = (key: String, value: JSONValue)

/// Why a text is not JSON, or not what was expected of it.
public struct JSONFault: Error, Equatable {
    /// Where it is, from 1.
    public let line: Int
    /// What is wrong.
    public let text: String

    /// A fault of this place and text.
    public init(line: Int, text: String) {
        self.line = line
        self.text = text
    }
}
