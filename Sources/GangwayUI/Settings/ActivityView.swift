import DeviceDirectory
public import GangwayModel
public import SwiftUI

/// What happened, the newest first.
public struct ActivityView: View {
    @Environment(\.wording) private var words
    private let home: HomeModel

    /// Shows the log of `home`.
    public init(_ home: HomeModel) { self.home = home }

    /// The view.
    public var body: some View {
        List {
            if home.activity.entries.isEmpty {
                Text(words("activity.empty"))
            }
            ForEach(home.activity.entries.reversed()) { entry in
                Label {
                    Text(words(entry.sentence))
                    Text(entry.time.date, style: .time)
                        .font(.caption)
                        .foregroundStyle(.secondary)
                } icon: {
                    Image(systemName: entry.isProblem ? "exclamationmark.triangle" : "circle.fill")
                        .imageScale(.small)
                        .accessibilityHidden(true)
                }
            }
        }
        .navigationTitle(words("activity.title"))
    }
}
