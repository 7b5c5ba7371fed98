public import GangwayModel
public import SwiftUI

/// The screen of a device: its switch and modes, its signal over time, what is known of it, and what a person changes of it.
public struct DeviceView: View {
    @Environment(\.wording) private var words
    private let screen: DeviceScreenModel

    /// The screen `screen`.
    public init(_ screen: DeviceScreenModel) { self.screen = screen }

    /// The view.
    public var body: some View {
        Form {
            if let device = screen.device {
                if device.isSteered {
                    DeviceSwitchSection(screen, device)
                }
                if screen.link.isOffered || !device.isSteered {
                    DeviceLinkSection(screen.link, device)
                }
                if device.isSteered {
                    DeviceSignalSection(screen)
                }
                DeviceEditSection(screen, device)
                DeviceFactsSection(device)
                DeviceWiFiSection(screen, device)
            } else {
                Text(words("device.gone"))
            }
        }
        .navigationTitle(screen.device?.name ?? words("home.title"))
    }
}
