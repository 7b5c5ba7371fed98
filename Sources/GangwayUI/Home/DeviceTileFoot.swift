import DeviceDirectory
import Foundation
public import GangwayModel
public import SwiftUI

/// The lower part of a tile: whether the device is there, what is wrong or when it was heard, and the way to its screen.
public struct DeviceTileFoot: View {
    @Environment(\.wording) private var words
    private let device: DeviceModel
    private let router: Router

    /// The foot of the tile of `device`, whose screen `router` opens.
    public init(_ device: DeviceModel, _ router: Router) {
        self.device = device
        self.router = router
    }

    /// The view.
    public var body: some View {
        HStack(spacing: 8) {
            AvailabilityMark(device.availability)
            if let problem = device.problem {
                Text(words(problem.summary))
                    .font(.caption)
            } else {
                SeenText(device)
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
            Spacer()
            Button(words(Sentence("home.open", device.name)), systemImage: "chevron.right") {
                router.navigateToDevice(with: device)
            }
            .labelStyle(.iconOnly)
            .buttonStyle(.borderless)
        }
    }
}
