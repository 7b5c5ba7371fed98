public import GangwayModel
public import SwiftUI

/// The settings: the broker with a test, the networks whose passphrases are kept, the language.
public struct SettingsView: View {
    @Environment(\.wording) private var words
    private let app: AppModel

    /// The settings of `app`.
    public init(_ app: AppModel) { self.app = app }

    /// The view.
    public var body: some View {
        Form {
            BrokerSection(app.settings)
            BrokerTestSection(app.settings)
            KeptNetworksSection(app.settings)
            LanguageSection(app)
        }
        .navigationTitle(words("settings.title"))
        .task { await app.settings.load() }
    }
}
