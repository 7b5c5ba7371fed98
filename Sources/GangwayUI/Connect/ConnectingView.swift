public import GangwayModel
public import SwiftUI

/// That a link is being made, to which device, and a way to stop it.
public struct ConnectingView: View {
    @Environment(\.wording) private var words
    private let connect: ConnectModel

    /// Shows what `connect` waits for.
    public init(_ connect: ConnectModel) { self.connect = connect }

    /// The view.
    public var body: some View {
        List {
            WaitingRow(words(Sentence("connect.connecting", connect.chosenTitle)))
            Button(words("button.cancel"), role: .cancel) { connect.cancel() }
        }
    }
}
