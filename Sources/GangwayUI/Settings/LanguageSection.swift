public import GangwayModel
public import SwiftUI

/// The language of the app.
public struct LanguageSection: View {
    @Environment(\.wording) private var words
    @Bindable private var app: AppModel

    /// Sets the language of `app`.
    public init(_ app: AppModel) { _app = Bindable(wrappedValue: app) }

    /// The view.
    public var body: some View {
        Section {
            Picker(words("settings.language"), selection: $app.language) {
                ForEach(Language.allCases, id: \.self) { language in
                    Text(verbatim: language.ownName).tag(language)
                }
            }
        }
    }
}
