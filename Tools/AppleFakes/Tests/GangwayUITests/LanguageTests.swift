import Foundation
import GangwayModel
import GangwayUI
import Testing

@Suite("The language of the app")
@MainActor
struct LanguageTests {
    /// Runs `body` with preferences of their own, which are gone afterwards.
    private func withPreferences(_ body: (UserDefaults) throws -> Void) throws {
        let name = "gangway.tests.\(UUID().uuidString)"
        let preferences = try #require(UserDefaults(suiteName: name))
        defer { preferences.removePersistentDomain(forName: name) }
        try body(preferences)
    }

    @Test("Is what the system asks for until a person chooses, and then the choice", arguments: Language.allCases)
    func choice(_ language: Language) throws {
        try withPreferences { preferences in
            #expect(LanguageChoice(in: preferences).language == Wording.preferred)
            LanguageChoice(in: preferences).keep(language)
            #expect(LanguageChoice(in: preferences).language == language)
        }
    }

    @Test("Is what the system asks for where the preferences name one that the catalogue does not have")
    func unknown() throws {
        try withPreferences { preferences in
            LanguageChoice(in: preferences).keep(.german)
            for key in preferences.dictionaryRepresentation().keys where key.hasPrefix("gangway.") {
                preferences.set("tlh", forKey: key)
            }
            #expect(LanguageChoice(in: preferences).language == Wording.preferred)
        }
    }
}
