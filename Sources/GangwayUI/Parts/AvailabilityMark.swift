public import GangwayModel
public import SwiftUI

/// Whether a device is there: a picture that also differs in shape, and its text.
public struct AvailabilityMark: View {
    @Environment(\.wording) private var words
    private let availability: Availability

    /// Shows `availability`.
    public init(_ availability: Availability) { self.availability = availability }

    /// The view.
    public var body: some View {
        switch availability {
        case .online: mark("checkmark.circle.fill", .green)
        case .offline: mark("xmark.circle", .red)
        case .unknown: mark("questionmark.circle", .gray)
        }
    }

    private func mark(_ symbol: String, _ color: Color) -> some View {
        Image(systemName: symbol)
            .foregroundStyle(color)
            .accessibilityLabel(words(availability.sentence))
    }
}
