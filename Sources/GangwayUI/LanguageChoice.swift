public import Foundation
public import GangwayModel

/// The language that a person chose in the app, kept in the app's preferences (`UserDefaults`).
///
/// Who never chose gets what the system asks for, also when that changes; a choice stays.
@MainActor
public struct LanguageChoice {
    private static let key = "gangway.language"

    private let preferences: UserDefaults

    /// The choice that lies in `preferences`, the app's own unless others are given.
    public init(in preferences: UserDefaults = .standard) { self.preferences = preferences }

    /// What the person chose, if the catalogue still has that language; otherwise the one that the system asks for.
    public var language: Language {
        preferences.string(forKey: Self.key).flatMap(Language.init(rawValue:)) ?? Wording.preferred
    }

    /// Keeps `language` for the windows that are opened from now on, and for the next start.
    public func keep(_ language: Language) { preferences.set(language.rawValue, forKey: Self.key) }
}
