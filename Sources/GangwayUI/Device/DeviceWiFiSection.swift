public import GangwayModel
public import SwiftUI

/// Another Wi-Fi, none, and the way out of the list.
public struct DeviceWiFiSection: View {
    @Environment(\.wording) private var words
    @State private var isAsking = false
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
            Button(words("device.forget")) { screen.forgetWiFi() }
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
