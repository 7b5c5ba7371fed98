public import GangwayModel
public import SwiftUI

/// A device's switch, its modes, and what went wrong with the last command.
public struct DeviceSwitchSection: View {
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
        Section {
            HeaderView(device.name, subtitle: words(device.stateSentence)) {
                Button(words(device.switchSentence), systemImage: "power") {
                    Task { await screen.set(isOn: !device.isShownOn) }
                }
                .labelStyle(.iconOnly)
                .font(.largeTitle)
                .buttonStyle(.borderless)
                .tint(device.isShownOn ? Color.accentColor : Color.secondary)
            }
            HStack {
                AvailabilityMark(device.availability)
                SeenText(device)
            }
            if !device.modes.isEmpty {
                ModeBar(screen, device)
            }
            if let problem = device.problem {
                ProblemView(problem, button: "button.tryAgain") {
                    Task { await screen.set(isOn: !device.isShownOn) }
                }
            }
        }
    }
}
