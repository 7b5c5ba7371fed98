/// A language that the user interfaces speak.
public enum Language: String, CaseIterable, Hashable, Sendable {
    /// English.
    case english = "en"
    /// German.
    case german = "de"

    /// What those who speak it call it.
    public var ownName: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        }
    }

    /// The language that a person wants most of those there are: `accepted` is what the person's system asks for, the dearest
    /// first, as tags such as `de-AT` (BCP 47), also in the form of HTTP's `Accept-Language` with the weights left out.
    /// English where none of them is there.
    public static func best(of accepted: [String]) -> Language {
        for tag in accepted {
            let primary = tag.prefix { $0 != "-" && $0 != "_" && $0 != ";" }
            if let language = Language(rawValue: primary.lowercased()) { return language }
        }
        return .english
    }
}
