import DeviceDirectory
import Foundation
public import GangwayModel
import ProvisioningProtocols
public import SwiftUI

/// What is known of a device: its network, its topic, its identifier, its signal, when it was set up.
public struct DeviceFactsSection: View {
    @Environment(\.wording) private var words
    @Environment(\.locale) private var locale
    private let device: DeviceModel

    /// Shows the facts of `device`.
    public init(_ device: DeviceModel) { self.device = device }

    /// The view.
    public var body: some View {
        Section {
            if let network = device.facts.provisioning?.network {
                LabeledContent(words("device.network"), value: network)
            }
            if device.isSteered {
                LabeledContent(words("device.topic"), value: device.facts.topic)
            }
            LabeledContent(words("device.id"), value: device.id.description)
            if let signal = device.facts.signal {
                LabeledContent(
                    words("device.signal"), value: words(Sentence("device.signalNow", "\(signal.strength)")))
            }
            if let sentence = device.protocolSentence {
                LabeledContent(words("device.protocol"), value: words(sentence))
            }
            if let peripheral = device.facts.provisioning?.peripheral {
                LabeledContent(words("device.bluetooth"), value: peripheral)
            }
            if let record = device.facts.provisioning {
                Text(words(Sentence("device.provisioned", time(record.time))))
            }
        }
        .textSelection(.enabled)
    }

    private func time(_ time: WallTime) -> String {
        time.date.formatted(Date.FormatStyle(date: .abbreviated, time: .shortened, locale: locale))
    }
}
