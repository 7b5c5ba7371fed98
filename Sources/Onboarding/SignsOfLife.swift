import DeviceControl

/// Whether a device has been heard from since its credentials went out: no I/O, no clock.
///
/// A message that the broker had kept is no sign, for it says nothing of when; neither is the report of a device that was there
/// before, for it may leave its old network only a moment later. So these count:
/// - whatever comes under an identifier that was made for this set-up, kept or not;
/// - that the device says it is there, which it does for every connection that it makes;
/// - its report, unless it was there when the credentials went out and has not been gone since;
/// - that the broker keeps *online* for a device of which it had said *offline* since it was listened to: this is how a
///   device is noticed that came while the own connection to the broker was lost.
struct SignsOfLife {
    private let isNewID: Bool
    private(set) var isHeard = false
    /// Whether something came that the broker had kept.
    private(set) var hasKept = false
    /// Whether it reported as it did before.
    private(set) var reportsAsBefore = false
    /// Whether the credentials are out.
    private var isCounting = false
    /// Whether the device is there and was so before the credentials went out.
    private var wasThere = false
    /// Whether the last word about its presence was that it is gone.
    private var wasGone = false

    init(isNewID: Bool) { self.isNewID = isNewID }

    /// The credentials go out now.
    mutating func begin() { isCounting = true }

    mutating func take(_ change: DeviceChange) {
        // It may say that of the network that it is about to leave.
        if change.subject == .signal { return }
        if isCounting { count(change) }
        guard change.subject == .presence || change.isLive else { return }
        switch change.status.presence {
        case .online: if !isCounting { wasThere = true }
        case .offline: wasThere = false
        case .unknown: break
        }
        wasGone = change.status.presence == .offline
    }

    private mutating func count(_ change: DeviceChange) {
        let saysThere = change.subject == .presence && change.status.presence == .online
        let isReport = change.subject == .state
        if isNewID {
            if saysThere || isReport { isHeard = true }
        } else if change.isLive {
            if saysThere || !wasThere { isHeard = true } else { reportsAsBefore = true }
        } else if saysThere, wasGone {
            isHeard = true
        } else {
            hasKept = true
        }
    }
}
