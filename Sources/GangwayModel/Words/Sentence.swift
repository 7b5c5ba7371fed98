/// Names a text of the catalogue of words, such as `connect.title`.
public struct Word: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name, stable.
    public let rawValue: String

    /// The text of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text of this name.
    public init(stringLiteral value: String) { rawValue = value }
}

/// Something to say to a person in whatever language it is that the person reads: the name of a text, and what stands in it for
/// `{1}`, `{2}` and so on. It never holds a passphrase or a password.
public struct Sentence: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name of the text.
    public var word: Word
    /// What stands in the text, in its order: names, addresses, numbers.
    public var arguments: [String]

    /// The text of this name with `arguments` in it.
    public init(_ word: Word, _ arguments: String...) {
        self.word = word
        self.arguments = arguments
    }

    /// The text of this name, which has no place for anything.
    public init(stringLiteral value: String) { self.init(Word(rawValue: value)) }

    /// The sentence in `language`; the name itself where the catalogue has none of that name.
    public func text(_ language: Language) -> String { Words.text(word, arguments, language) }
}
