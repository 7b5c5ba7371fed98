import Foundation
public import GangwayModel
public import SwiftUI

/// A network: its signal, its name, and whether it is secured.
public struct NetworkLabel: View {
    @Environment(\.wording) private var words
    private let entry: NetworkEntry

    /// Shows `entry`.
    public init(_ entry: NetworkEntry) { self.entry = entry }

    /// The view.
    public var body: some View {
        HStack(spacing: 12) {
            SignalBars(entry.bars, text: words(entry.signalSentence))
            Text(words(entry.title))
            Spacer()
            if entry.needsPassphrase {
                Image(systemName: "lock.fill")
                    .foregroundStyle(.secondary)
                    .accessibilityLabel(words(entry.securitySentence))
            }
        }
        .accessibilityElement(children: .combine)
    }
}
