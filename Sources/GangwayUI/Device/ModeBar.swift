import DeviceCatalogue
import Foundation
public import GangwayModel
public import SwiftUI

/// The modes of a device by their names; a tap switches it on and into one.
public struct ModeBar: View {
    @Environment(\.wording) private var words
    private let screen: DeviceScreenModel
    private let device: DeviceModel

    /// Steers `device`, which `screen` shows.
    public init(_ screen: DeviceScreenModel, _ device: DeviceModel) {
        self.screen = screen
        self.device = device
    }

    /// The view.
    public var body: some View {
        ScrollView(.horizontal) {
            HStack(spacing: 8) {
                ForEach(device.modes, id: \.number) { mode in
                    Button(mode.name) {
                        Task { await screen.set(mode: mode.number) }
                    }
                    .buttonStyle(.bordered)
                    .tint(mode.number == device.mode ? Color.accentColor : Color.secondary)
                    .accessibilityAddTraits(mode.number == device.mode ? .isSelected : [])
                }
            }
        }
        .accessibilityElement(children: .contain)
        .accessibilityLabel(words("device.mode"))
    }
}
