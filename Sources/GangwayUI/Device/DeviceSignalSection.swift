public import GangwayModel
public import SwiftUI

/// The signal of a device over time, or why it cannot be read.
public struct DeviceSignalSection: View {
    @Environment(\.wording) private var words
    private let screen: DeviceScreenModel

    /// Shows the signal of the device of `screen`.
    public init(_ screen: DeviceScreenModel) { self.screen = screen }

    /// The view.
    public var body: some View {
        Section(words("device.signal")) {
            switch screen.plot {
            case .loading:
                ProgressView()
            case .samples([]):
                Text(words("device.noSignal"))
            case .samples(let samples):
                SignalChart(samples, screen.plotSentence)
            case .unavailable(let problem):
                ProblemView(problem, button: "button.tryAgain") { screen.reloadPlot() }
            }
        }
    }
}
