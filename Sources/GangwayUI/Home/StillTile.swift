import Foundation
public import GangwayModel
public import SwiftUI

/// A device in the grid that is reached over Bluetooth alone: a tap opens its screen.
public struct StillTile: View {
    @Environment(\.wording) private var words
    private let device: DeviceModel
    private let router: Router

    /// Shows `device`, whose screen `router` opens.
    public init(_ device: DeviceModel, _ router: Router) {
        self.device = device
        self.router = router
    }

    /// The view.
    public var body: some View {
        Button {
            router.navigateToDevice(with: device)
        } label: {
            VStack(alignment: .leading, spacing: 4) {
                Image(systemName: "wifi")
                    .font(.title)
                Text(verbatim: device.name)
                    .font(.headline)
                Text(words(device.stateSentence))
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
                SeenText(device)
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .buttonStyle(.plain)
        .padding()
        .background(.regularMaterial, in: .rect(cornerRadius: 16))
    }
}
