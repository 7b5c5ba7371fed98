import Foundation
public import GangwayModel
public import SwiftUI

/// A device in the grid: a tap switches it, the arrow opens its screen.
public struct DeviceTile: View {
    @Environment(\.wording) private var words
    private let device: DeviceModel
    private let app: AppModel

    /// Shows `device`, which `app` switches and opens.
    public init(_ device: DeviceModel, _ app: AppModel) {
        self.device = device
        self.app = app
    }

    /// The view.
    public var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Button {
                Task { await app.grid.toggle(device.id) }
            } label: {
                VStack(alignment: .leading, spacing: 4) {
                    Image(systemName: device.isShownOn ? "power.circle.fill" : "power.circle")
                        .font(.title)
                        .foregroundStyle(device.isShownOn ? Color.accentColor : Color.secondary)
                    Text(verbatim: device.name)
                        .font(.headline)
                    Text(words(device.stateSentence))
                        .font(.subheadline)
                        .foregroundStyle(.secondary)
                }
                .frame(maxWidth: .infinity, alignment: .leading)
            }
            .buttonStyle(.plain)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(device.name)
            .accessibilityValue(words(device.stateSentence))
            .accessibilityHint(words(device.switchSentence))
            .accessibilityAddTraits([.isButton, .isToggle])
            DeviceTileFoot(device, app.router)
        }
        .padding()
        .background(.regularMaterial, in: .rect(cornerRadius: 16))
    }
}
