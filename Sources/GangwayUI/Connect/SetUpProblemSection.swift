public import GangwayModel
public import SwiftUI

/// A problem of the set-up with the button that belongs to it; nothing for none.
public struct SetUpProblemSection: View {
    private let connect: ConnectModel
    private let problem: Problem?

    /// Shows `problem` of `connect`.
    public init(_ connect: ConnectModel, _ problem: Problem?) {
        self.connect = connect
        self.problem = problem
    }

    /// The view.
    public var body: some View {
        if let problem {
            let action = connect.action(for: problem)
            Section {
                ProblemView(problem, button: action?.word) {
                    if let action { connect.perform(action) }
                }
            }
        }
    }
}
