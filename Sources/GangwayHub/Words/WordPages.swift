import GangwayModel
import JSONText
import WebServer

/// The texts of the page, in the language that is asked for: the model's, and those that only a page has.
struct WordPages: Sendable {
    private let texts: [Language: [UInt8]]
    private let tags: [Language: String]

    init() {
        var texts: [Language: [UInt8]] = [:]
        for language in Language.allCases { texts[language] = Self.encoded(language) }
        self.texts = texts
        tags = texts.mapValues { "\"" + AccessKey.hash(String(decoding: $0, as: UTF8.self)).prefix(24) + "\"" }
    }

    private static func encoded(_ language: Language) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        for entry in Words.all { json.write(entry.texts[language] ?? entry.word.rawValue, entry.word.rawValue) }
        for (name, english, german) in HubWords.all { json.write(language == .german ? german : english, name) }
        json.endObject()
        return json.bytes
    }

    /// The texts of one language.
    func answer(_ request: WebRequest) -> WebResponse {
        let wanted = request.query.first { $0.name == "l" }?.value ?? ""
        let language = Language(rawValue: wanted) ?? .english
        let fields = [("ETag", tags[language] ?? "\"\""), ("Cache-Control", "no-cache")]
        if request.value("If-None-Match") == tags[language] { return WebResponse(304, fields: fields) }
        var response = WebResponse.json(200, texts[language] ?? [])
        response.fields += fields
        return response
    }

    /// The language that a browser asks for, also before it is logged in: the one that was chosen on it, otherwise its own.
    static func language(of request: WebRequest) -> Language {
        if let chosen = request.cookie("gangway-language").flatMap({ Language(rawValue: $0) }) { return chosen }
        let accepted = (request.value("Accept-Language") ?? "").split(separator: ",").prefix(20).map { part in
            let pieces = part.split(separator: ";")
            let weight = pieces.dropFirst().first { $0.drop { $0 == " " }.hasPrefix("q=") }
                .flatMap { Double($0.drop { $0 == " " }.dropFirst(2)) }
            return (String((pieces.first ?? "").drop { $0 == " " }), weight ?? 1)
        }
        // The order counts where the weights are equal.
        let sorted = accepted.enumerated().sorted { left, right in
            left.element.1 == right.element.1 ? left.offset < right.offset : left.element.1 > right.element.1
        }
        return Language.best(of: sorted.map(\.element.0))
    }
}
