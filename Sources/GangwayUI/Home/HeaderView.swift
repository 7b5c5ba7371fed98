import Foundation
public import SwiftUI

/// The head of a screen or of a part of one: its title, what is said below that, and buttons beside it.
public struct HeaderView<Actions: View>: View {
    private let title: String
    private let subtitle: String?
    private let actions: Actions

    /// A head that says `title`, and `subtitle` below it.
    public init(_ title: String, subtitle: String? = nil, @ViewBuilder actions: () -> Actions) {
        self.title = title
        self.subtitle = subtitle
        self.actions = actions()
    }

    /// The view.
    public var body: some View {
        HStack(alignment: .firstTextBaseline, spacing: 16) {
            VStack(alignment: .leading) {
                Text(title)
                    .font(.title2)
                    .bold()
                    .accessibilityAddTraits(.isHeader)
                if let subtitle {
                    Text(subtitle)
                        .font(.subheadline)
                        .foregroundStyle(.secondary)
                }
            }
            Spacer()
            actions
        }
    }
}

extension HeaderView where Actions == EmptyView {
    /// A head without buttons.
    public init(_ title: String, subtitle: String? = nil) {
        self.init(title, subtitle: subtitle) { EmptyView() }
    }
}
