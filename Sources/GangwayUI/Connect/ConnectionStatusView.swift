public import GangwayModel
public import SwiftUI

/// How far the set-up is, step by step as it happens, and how it ended, with what there is to do then.
public struct ConnectionStatusView: View {
    @Environment(\.wording) private var words
    private let connect: ConnectModel
    private let onFinish: @MainActor () -> Void

    /// Shows the progress and the result of `connect`. `onFinish` is called when the person is done with it.
    public init(_ connect: ConnectModel, onFinish: @escaping @MainActor () -> Void = {}) {
        self.connect = connect
        self.onFinish = onFinish
    }

    /// The view.
    public var body: some View {
        List {
            if let result = connect.result, result.problem == nil {
                Label(
                    words(result.sentence), systemImage: result.isSuccess ? "checkmark.circle" : "questionmark.circle"
                )
                .font(.headline)
            }
            SetUpProblemSection(connect, connect.result?.problem)
            SetUpProblemSection(connect, connect.problem)
            if !connect.steps.isEmpty {
                Section(words("step.progress")) {
                    ForEach(connect.steps) { step in
                        StepRow(step)
                    }
                }
            }
            if !connect.results.isEmpty {
                Section {
                    ForEach(connect.results) { entry in
                        BatchRow(entry)
                    }
                }
            }
            Section {
                if connect.isWorking {
                    Button(words("button.cancel"), role: .cancel) { connect.cancel() }
                }
                ForEach(connect.endings, id: \.self) { action in
                    Button(words(action.word)) {
                        connect.perform(action)
                        if action == .finish { onFinish() }
                    }
                }
            }
        }
    }
}
