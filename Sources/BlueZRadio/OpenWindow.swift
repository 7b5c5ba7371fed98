import ProvisioningProtocols

/// When a discovery that looks for services listens to every advertisement all the same.
///
/// Service data may come in an advertisement without the services it belongs to, which BlueZ's filter keeps away: its own
/// peripherals have no room for both in one. So the filter is lifted for a while after a device was found. In between it is
/// set for as long at least, since what passes it tells what a device advertises now.
struct OpenWindow {
    /// How long the filter is lifted, and set again at least, in milliseconds.
    static let length: UInt32 = 4000

    private(set) var isOpen = false
    private var end: Instant
    private var isWanted = false

    /// One that is closed from `now` on.
    init(closedAt now: Instant) { end = now + Self.length }

    /// A device was found of which there may be more to hear.
    mutating func deviceFound() { isWanted = true }

    /// Opens and closes, as far as it is time.
    mutating func advance(to now: Instant) {
        guard now >= end, isOpen || isWanted else { return }
        isOpen.toggle()
        if isOpen { isWanted = false }
        end = now + Self.length
    }

    /// When it next opens or closes.
    var nextChange: Instant? { isOpen || isWanted ? end : nil }
}
