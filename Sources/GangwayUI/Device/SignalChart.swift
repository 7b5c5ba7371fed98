import Charts
public import DeviceDirectory
import Foundation
public import GangwayModel
public import SwiftUI

/// The samples of a signal as a line, with one sentence that says the same.
public struct SignalChart: View {
    @Environment(\.wording) private var words
    @ScaledMetric private var height: CGFloat = 160
    private let samples: [SignalSample]
    private let sentence: Sentence?

    /// Shows `samples`; `sentence` says what they are.
    public init(_ samples: [SignalSample], _ sentence: Sentence?) {
        self.samples = samples
        self.sentence = sentence
    }

    /// The view.
    public var body: some View {
        Chart {
            ForEach(samples, id: \.self) { sample in
                LineMark(
                    x: .value(words("device.time"), sample.time.date),
                    y: .value(words("device.signal"), Int(sample.strength)))
            }
        }
        .frame(height: height)
        .accessibilityLabel(sentence.map { words($0) } ?? "")
    }
}
