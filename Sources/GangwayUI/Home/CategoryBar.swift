import Foundation
public import GangwayModel
public import SwiftUI

/// The categories side by side; a tap shows the devices of one.
public struct CategoryBar: View {
    @Environment(\.wording) private var words
    private let grid: GridModel

    /// Selects in `grid`.
    public init(_ grid: GridModel) { self.grid = grid }

    /// The view.
    public var body: some View {
        ScrollView(.horizontal) {
            HStack(spacing: 8) {
                ForEach(grid.bar, id: \.self) { category in
                    Button(words(grid.title(of: category))) { grid.selection = category }
                        .buttonStyle(.bordered)
                        .tint(category == grid.selection ? Color.accentColor : Color.secondary)
                        .accessibilityAddTraits(category == grid.selection ? .isSelected : [])
                }
            }
        }
        .accessibilityElement(children: .contain)
        .accessibilityLabel(words("home.categories"))
    }
}
