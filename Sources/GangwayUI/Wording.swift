import Foundation
public import GangwayModel
public import SwiftUI

/// Says sentences of the model's catalogue in the language that a person reads; `words("home.title")`.
public struct Wording: Hashable, Sendable {
    /// The language.
    public var language: Language

    /// Says sentences in `language`.
    public init(_ language: Language) { self.language = language }

    /// The language of the catalogue's that the person's system asks for.
    public static var preferred: Language { Language.best(of: Locale.preferredLanguages) }

    /// `sentence` in the language.
    public func callAsFunction(_ sentence: Sentence) -> String { sentence.text(language) }
}

/// Where views find it.
private struct WordingKey: EnvironmentKey {
    static let defaultValue = Wording(Wording.preferred)
}

extension EnvironmentValues {
    /// In which language the views speak: without another, the one of the catalogue's that the person wants most.
    public var wording: Wording {
        get { self[WordingKey.self] }
        set { self[WordingKey.self] = newValue }
    }
}

extension View {
    /// Has the views inside speak `language`, also where they write times and numbers.
    public func speaking(_ language: Language) -> some View {
        environment(\.wording, Wording(language)).environment(\.locale, Locale(identifier: language.rawValue))
    }
}
