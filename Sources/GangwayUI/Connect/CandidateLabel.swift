import Foundation
public import GangwayModel
public import SwiftUI

/// Which device: its signal, its name, and what tells it from others of the same name.
public struct CandidateLabel: View {
    @Environment(\.wording) private var words
    private let candidate: Candidate

    /// Shows `candidate`.
    public init(_ candidate: Candidate) { self.candidate = candidate }

    /// The view.
    public var body: some View {
        HStack(spacing: 12) {
            if let bars = candidate.bars, let sentence = candidate.signalSentence {
                SignalBars(bars, text: words(sentence))
            }
            VStack(alignment: .leading) {
                Text(verbatim: candidate.title)
                    .font(.headline)
                if !candidate.subtitle.isEmpty {
                    Text(verbatim: candidate.subtitle)
                        .font(.subheadline)
                        .foregroundStyle(.secondary)
                }
            }
        }
        .accessibilityElement(children: .combine)
    }
}
