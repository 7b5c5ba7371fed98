public import GangwayModel
import MessageBroker
public import SwiftUI

/// Where the test of the broker stands.
public struct BrokerTestSection: View {
    @Environment(\.wording) private var words
    private let settings: SettingsModel

    /// Shows the test of `settings`.
    public init(_ settings: SettingsModel) { self.settings = settings }

    /// The view.
    public var body: some View {
        Section {
            switch settings.test {
            case .untried:
                EmptyView()
            case .running:
                WaitingRow(words("settings.testing"))
                Button(words("button.cancel"), role: .cancel) { settings.cancelTest() }
            case .succeeded(let connection):
                Label(
                    words(Sentence("settings.testSucceeded", connection.address.description)),
                    systemImage: "checkmark.circle")
            case .failed(let problem):
                ProblemView(problem)
            }
        }
    }
}
