import Foundation
public import GangwayModel
public import SwiftUI

/// Which device: its signal, its name, and what tells it from others of the same name.
public struct CandidateLabel: View {
    @Environment(\.wording) private var words
    private let candidate: Candidate
    private let listedName: String?

    /// Shows `candidate`; `listedName` is what the home calls it, where it is listed.
    public init(_ candidate: Candidate, listedAs listedName: String? = nil) {
        self.candidate = candidate
        self.listedName = listedName
    }

    /// The view.
    public var body: some View {
        HStack(spacing: 12) {
            if let bars = candidate.bars, let sentence = candidate.signalSentence {
                SignalBars(bars, text: words(sentence))
            }
            VStack(alignment: .leading) {
                Text(verbatim: candidate.title)
                    .font(.headline)
                if let listedName {
                    Text(words(Sentence("connect.listedAs", listedName)))
                        .font(.subheadline)
                }
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
