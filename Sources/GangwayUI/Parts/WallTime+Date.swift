public import DeviceDirectory
public import Foundation

extension WallTime {
    /// The time as Foundation's, to have it written in a person's way.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
