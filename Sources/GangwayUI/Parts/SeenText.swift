import DeviceDirectory
import Foundation
public import GangwayModel
public import SwiftUI

/// When a device was last heard.
public struct SeenText: View {
    @Environment(\.wording) private var words
    @Environment(\.locale) private var locale
    private let device: DeviceModel

    /// Says it of `device`.
    public init(_ device: DeviceModel) { self.device = device }

    /// The view.
    public var body: some View {
        Text(words(device.seenSentence { time($0) }))
    }

    private func time(_ time: WallTime) -> String {
        time.date.formatted(Date.FormatStyle(date: .abbreviated, time: .shortened, locale: locale))
    }
}
