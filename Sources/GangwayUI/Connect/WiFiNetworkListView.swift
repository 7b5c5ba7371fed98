public import GangwayModel
import ProvisioningProtocols
public import SwiftUI

/// The networks that the device sees, the strongest first, and a field for one that is not among them.
public struct WiFiNetworkListView: View {
    @Environment(\.wording) private var words
    private let connect: ConnectModel

    /// Shows the networks of the device of `connect`.
    public init(_ connect: ConnectModel) { self.connect = connect }

    /// The view.
    public var body: some View {
        List {
            LinkedDeviceSection(connect)
            SetUpProblemSection(connect, connect.problem)
            if !connect.isToForget {
                SetUpProblemSection(connect, connect.networks.problem)
                if connect.device?.capabilities.listsNetworks ?? true {
                    networks
                } else {
                    Text(words("networks.none"))
                }
                TypedNetworkSection(connect)
            }
        }
    }

    private var networks: some View {
        Section {
            ForEach(connect.networks.entries) { entry in
                Button {
                    connect.pick(entry.id)
                } label: {
                    NetworkLabel(entry)
                }
                .buttonStyle(.plain)
            }
            if connect.networks.isLoading {
                WaitingRow(words("networks.loading"))
            } else {
                Button(words("networks.rescan")) { connect.listNetworks() }
            }
        } header: {
            Text(words("networks.title"))
        } footer: {
            if !connect.networks.isLoading, let sentence = connect.networks.sentence {
                Text(words(sentence))
            }
        }
    }
}
