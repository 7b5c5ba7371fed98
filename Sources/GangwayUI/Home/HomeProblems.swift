public import GangwayModel
public import SwiftUI

/// What is wrong with the home as a whole, each with what to do about it.
public struct HomeProblems: View {
    private let app: AppModel

    /// Shows what is wrong with the home of `app`.
    public init(_ app: AppModel) { self.app = app }

    /// The view.
    public var body: some View {
        ForEach(app.home.problems, id: \.code) { problem in
            ProblemView(problem, button: app.button(for: problem)) {
                Task { await app.solve(problem) }
            }
        }
    }
}
