public import GangwayModel
public import SwiftUI

/// The screen on which a device is set up: the whole flow, with the app's header.
public struct ConnectDeviceView: View {
    @Environment(\.wording) private var words
    private let connect: ConnectModel

    /// The screen of `connect`.
    public init(_ connect: ConnectModel) { self.connect = connect }

    /// The view.
    public var body: some View {
        SetUpFlowView(connect)
            .navigationTitle(words(connect.title))
            .navigationBarBackButtonHidden()
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button(words("button.back")) { connect.back() }
                }
            }
    }
}
