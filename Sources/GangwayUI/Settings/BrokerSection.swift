public import GangwayModel
public import SwiftUI

/// How the broker is reached. The password goes in, and is shown by nothing.
public struct BrokerSection: View {
    @Environment(\.wording) private var words
    @State private var password = ""
    @Bindable private var settings: SettingsModel

    /// Edits the draft of `settings`.
    public init(_ settings: SettingsModel) { _settings = Bindable(wrappedValue: settings) }

    /// The view.
    public var body: some View {
        Section {
            TextField(words("settings.address"), text: $settings.draft.addresses)
                .autocorrectionDisabled()
                .plainTyping()
            Toggle(words("settings.protected"), isOn: $settings.draft.isProtected)
            TextField(words("settings.user"), text: $settings.draft.user)
                .autocorrectionDisabled()
                .plainTyping()
            SecureField(words("settings.password"), text: $password)
            DisclosureGroup(words("settings.more")) {
                TextField(words("settings.authorities"), text: $settings.draft.authorities)
                    .autocorrectionDisabled()
                    .plainTyping()
                Toggle(words("settings.version5"), isOn: $settings.draft.speaksVersion5)
                Toggle(words("settings.everything"), isOn: $settings.draft.listensToEverything)
            }
            if let problem = settings.problem {
                ProblemView(problem)
            }
            Button(words("button.save")) {
                Task { await settings.save(typed: password) }
            }
            .disabled(settings.isSaving)
            Button(words("settings.test")) { settings.tryBroker(typed: password) }
                .disabled(settings.isTesting)
        } header: {
            Text(words("settings.broker"))
        } footer: {
            Text(words(settings.passwordHint ?? settings.broker.sentence))
        }
    }
}
