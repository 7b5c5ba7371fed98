/// The catalogue of words: every text that a user interface shows, in every language, as data.
///
/// The tables lie beside this file, one for each screen. A text that is missing in a language is a fault that a test finds.
public enum Words {
    /// One text.
    public struct Entry: Sendable {
        /// Its name.
        public let word: Word
        /// The text in each language.
        public let texts: [Language: String]

        init(_ word: Word, _ english: String, _ german: String) {
            self.word = word
            texts = [.english: english, .german: german]
        }
    }

    /// All of them.
    public static let all: [Entry] =
        general + home + connect + steps + device + settings + activity + provisioning + joining + control + broker
        + storing

    private static let byWord = Dictionary(all.map { ($0.word, $0.texts) }) { first, _ in first }

    /// Whether there is a text of this name.
    public static func has(_ word: Word) -> Bool { byWord[word] != nil }

    /// The text of this name in `language`, with `arguments` in the place of `{1}`, `{2}` and so on. What stands in an argument
    /// is never taken for a place. Where there is no such text, its name.
    public static func text(_ word: Word, _ arguments: [String] = [], _ language: Language) -> String {
        guard let text = byWord[word]?[language] else { return word.rawValue }
        guard !arguments.isEmpty else { return text }
        var filled = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            filled += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}"), let number = Int(rest[rest.index(after: open)..<close]),
                arguments.indices.contains(number - 1)
            else {
                filled += "{"
                rest = rest.dropFirst()
                continue
            }
            filled += arguments[number - 1]
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }
}
