import Foundation
public import GangwayModel
public import SwiftUI

/// One of several devices that are set up together, and where it stands.
public struct BatchRow: View {
    @Environment(\.wording) private var words
    private let entry: BatchEntry

    /// Shows `entry`.
    public init(_ entry: BatchEntry) { self.entry = entry }

    /// The view.
    public var body: some View {
        HStack(spacing: 12) {
            switch entry.isSuccess {
            case true?: Image(systemName: "checkmark.circle.fill").foregroundStyle(.green)
            case false?: Image(systemName: "xmark.circle.fill").foregroundStyle(.red)
            case nil: Image(systemName: "circle.dotted").foregroundStyle(.secondary)
            }
            VStack(alignment: .leading) {
                Text(verbatim: entry.candidate.title)
                    .font(.headline)
                Text(words(entry.sentence))
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
            }
        }
        .accessibilityElement(children: .combine)
    }
}
