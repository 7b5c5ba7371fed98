import Foundation
public import GangwayModel
public import SwiftUI

/// One step of a set-up: done, going on, or the one at which it ended.
public struct StepRow: View {
    @Environment(\.wording) private var words
    private let step: SetUpStep

    /// Shows `step`.
    public init(_ step: SetUpStep) { self.step = step }

    /// The view.
    public var body: some View {
        HStack(spacing: 12) {
            switch step.state {
            case .running: ProgressView()
            case .done: Image(systemName: "checkmark.circle.fill").foregroundStyle(.green)
            case .failed: Image(systemName: "xmark.circle.fill").foregroundStyle(.red)
            }
            Text(words(step.sentence))
        }
        .accessibilityElement(children: .combine)
    }
}
