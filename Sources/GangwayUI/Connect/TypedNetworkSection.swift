public import GangwayModel
public import SwiftUI

/// A network by its name, for one that is hidden or not in the list.
public struct TypedNetworkSection: View {
    @Environment(\.wording) private var words
    @State private var name = ""
    @State private var isOpen = false
    private let connect: ConnectModel

    /// Gives the name to `connect`.
    public init(_ connect: ConnectModel) { self.connect = connect }

    /// The view.
    public var body: some View {
        Section {
            TextField(words("networks.typed"), text: $name)
                .autocorrectionDisabled()
                .plainTyping()
                .onSubmit { connect.type(name, isOpen: isOpen) }
            Toggle(words("networks.typedOpen"), isOn: $isOpen)
            Button(words("networks.next")) { connect.type(name, isOpen: isOpen) }
        }
    }
}
