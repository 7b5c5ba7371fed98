public import GangwayModel
public import SwiftUI

/// Another Wi-Fi, none, and the way out of the list.
public struct DeviceWiFiSection: View {
    @Environment(\.wording) private var words
    @State private var isAsking = false
    @State private var isAskingToForget = false
    private let screen: DeviceScreenModel
    private let device: DeviceModel

    /// Changes `device`, which `screen` shows.
    public init(_ screen: DeviceScreenModel, _ device: DeviceModel) {
        self.screen = screen
        self.device = device
    }

    /// The view.
    public var body: some View {
        Section {
            Button(words("device.changeWiFi")) { screen.changeWiFi() }
            if screen.offersForgetting {
                Button(words("device.forget"), role: .destructive) {
                    if screen.link.canForget { isAskingToForget = true } else { screen.forgetWiFi() }
                }
                .disabled(screen.link.isWorking)
                .confirmationDialog(
                    words(Sentence("device.forgetAsk", device.name)), isPresented: $isAskingToForget,
                    titleVisibility: .visible
                ) {
                    Button(words("device.forgetYes"), role: .destructive) { screen.forgetWiFi() }
                    Button(words("button.cancel"), role: .cancel) {}
                }
            }
            Button(words("device.remove"), role: .destructive) { isAsking = true }
                .confirmationDialog(
                    words(Sentence("device.removeAsk", device.name)), isPresented: $isAsking, titleVisibility: .visible
                ) {
                    Button(words("device.removeYes"), role: .destructive) {
                        Task { await screen.remove() }
                    }
                    Button(words("button.cancel"), role: .cancel) {}
                }
        }
    }
}
