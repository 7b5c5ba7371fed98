public import GangwayModel
public import SwiftUI

/// The device that is linked: which one, what it told, whether the link is encrypted, and that it can forget its network.
public struct LinkedDeviceSection: View {
    @Environment(\.wording) private var words
    private let connect: ConnectModel

    /// Shows the device of `connect`; nothing where none is linked.
    public init(_ connect: ConnectModel) { self.connect = connect }

    /// The view.
    public var body: some View {
        if let device = connect.device {
            Section {
                CandidateLabel(device.candidate)
                ForEach(device.told, id: \.self) { sentence in
                    Text(words(sentence))
                }
                if connect.offersForgetting {
                    Button(words("credentials.forget"), role: .destructive) { connect.forget() }
                }
            } footer: {
                Text(words(device.protection))
            }
        }
    }
}
