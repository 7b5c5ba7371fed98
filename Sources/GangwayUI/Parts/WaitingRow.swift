import Foundation
public import SwiftUI

/// That something goes on, in words and as a picture.
public struct WaitingRow: View {
    private let text: String

    /// Says `text` beside a picture of progress.
    public init(_ text: String) { self.text = text }

    /// The view.
    public var body: some View {
        HStack(spacing: 12) {
            ProgressView()
                .accessibilityHidden(true)
            Text(text)
        }
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(.updatesFrequently)
    }
}
