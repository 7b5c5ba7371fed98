public import SwiftUI

/// How strongly something is received, as a picture with its text for who does not see it.
public struct SignalBars: View {
    private let bars: Int
    private let text: String

    /// `bars` of four; `text` says the same.
    public init(_ bars: Int, text: String) {
        self.bars = bars
        self.text = text
    }

    /// The view.
    public var body: some View {
        Image(systemName: "cellularbars", variableValue: Double(bars) / 4)
            .accessibilityLabel(text)
    }
}
