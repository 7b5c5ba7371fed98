public import GangwayModel
public import SwiftUI

/// The networks whose passphrases are kept; a swipe or the button has one forgotten.
public struct KeptNetworksSection: View {
    @Environment(\.wording) private var words
    private let settings: SettingsModel

    /// Shows the networks of `settings`.
    public init(_ settings: SettingsModel) { self.settings = settings }

    /// The view.
    public var body: some View {
        Section(words("settings.networks")) {
            if let problem = settings.vaultProblem {
                ProblemView(problem, button: "button.tryAgain") {
                    Task { await settings.loadNetworks() }
                }
            }
            if settings.networks.isEmpty {
                Text(words("settings.noNetworks"))
                    .foregroundStyle(.secondary)
            }
            ForEach(settings.networks, id: \.self) { network in
                HStack {
                    Text(verbatim: network)
                    Spacer()
                    Button(words("settings.forgetNetwork"), role: .destructive) {
                        Task { await settings.forgetNetwork(network) }
                    }
                    .buttonStyle(.borderless)
                }
            }
        }
    }
}
