public import GangwayModel
import ProvisioningProtocols
public import SwiftUI

/// What is done with a device over Bluetooth, and what it said.
public struct DeviceLinkSection: View {
    @Environment(\.wording) private var words
    private let link: DeviceLinkModel
    private let device: DeviceModel

    /// Shows `link`, which reaches `device`.
    public init(_ link: DeviceLinkModel, _ device: DeviceModel) {
        self.link = link
        self.device = device
    }

    /// The view.
    public var body: some View {
        Section(words("link.title")) {
            if !device.isSteered {
                HeaderView(device.name, subtitle: words(device.networkSentence))
                Text(words("device.notSteered"))
                    .foregroundStyle(.secondary)
            }
            ForEach(link.told, id: \.self) { sentence in
                Text(words(sentence))
            }
            if let problem = link.problem {
                ProblemView(problem)
            }
            if link.isWorking {
                if let sentence = link.sentence {
                    WaitingRow(words(sentence))
                }
                Button(words("button.cancel"), role: .cancel) { link.cancel() }
            } else {
                if let sentence = link.sentence {
                    Text(words(sentence))
                }
                if link.canAsk {
                    Button(words("link.ask")) { link.ask() }
                }
            }
        }
    }
}
