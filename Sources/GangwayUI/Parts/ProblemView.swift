import Foundation
public import GangwayModel
public import SwiftUI

/// A problem: what failed, what to do next, the button for it, and what the failing part said itself.
public struct ProblemView: View {
    @Environment(\.wording) private var words
    private let problem: Problem
    private let button: Sentence?
    private let action: @MainActor () -> Void

    /// Shows `problem`. The button says `button`, or is left out for `nil`.
    public init(_ problem: Problem, button: Sentence? = nil, action: @escaping @MainActor () -> Void = {}) {
        self.problem = problem
        self.button = button
        self.action = action
    }

    /// The view.
    public var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Label(words(problem.summary), systemImage: "exclamationmark.triangle")
                .font(.headline)
            Text(words(problem.advice))
            if let button {
                Button(words(button), action: action)
                    .buttonStyle(.bordered)
            }
            if !problem.detail.isEmpty {
                DisclosureGroup(words("details")) {
                    Text(verbatim: problem.detail)
                        .font(.footnote)
                        .foregroundStyle(.secondary)
                        .textSelection(.enabled)
                }
            }
        }
        .accessibilityElement(children: .contain)
    }
}
