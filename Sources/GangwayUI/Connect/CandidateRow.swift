public import GangwayModel
public import SwiftUI

/// A device in range: its signal, name, kind and address, and a mark where several may be set up together.
public struct CandidateRow: View {
    @Environment(\.wording) private var words
    private let connect: ConnectModel
    private let candidate: Candidate

    /// Shows `candidate`, one of those of `connect`.
    public init(_ connect: ConnectModel, _ candidate: Candidate) {
        self.connect = connect
        self.candidate = candidate
    }

    private var isSelected: Bool { connect.selected.contains(candidate.id) }

    /// The view.
    public var body: some View {
        HStack {
            Button {
                connect.choose(candidate.id)
            } label: {
                CandidateLabel(candidate, listedAs: connect.listedName(candidate))
            }
            .buttonStyle(.plain)
            if connect.offersSeveral {
                Spacer()
                Button {
                    connect.toggle(candidate.id)
                } label: {
                    Image(systemName: isSelected ? "checkmark.circle.fill" : "circle")
                }
                .buttonStyle(.borderless)
                .accessibilityLabel(words(Sentence("connect.select", candidate.title)))
                .accessibilityAddTraits(isSelected ? .isSelected : [])
            }
        }
    }
}
