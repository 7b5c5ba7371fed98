import DeviceControl
import ProvisioningProtocols

/// Whether a device has been heard from since its credentials went out, so that only they can be the reason: no I/O, no clock.
///
/// A device that was there before may go on reporting, and goes back to the network that it had where the new one does not work:
/// then it is there again as after a success. So these count:
/// - whatever comes under an identifier that was made for this set-up, kept or not;
/// - that the device says that its credentials have worked, or have not;
/// - that it says it is there, unless it was there when the credentials went out;
/// - its report, unless it was there, or may have been: it is one that has reported before, and nobody said that it was gone;
/// - that the broker keeps *online* for a device of which it had said *offline* since it was listened to: this is how a
///   device is noticed that came while the own connection to the broker was lost.
struct SignsOfLife {
    private let isNewID: Bool
    private let topic: String
    private(set) var isHeard = false
    /// Why it could not join, by its own word.
    private(set) var failure: JoinFailure?
    /// Whether something came that the broker had kept.
    private var hasKept = false
    /// Whether it reported as it did before.
    private var reportsAsBefore = false
    /// Whether it was there before, and has said anew that it is.
    private var isBack = false
    /// Whether the credentials are out.
    private var isCounting = false
    /// Whether the device was there when the credentials went out.
    private var wasThere = false
    /// Whether it may have been, by what was heard of it before.
    private var mayHaveBeenThere: Bool
    /// The last word about its presence.
    private var presence = Presence.unknown

    /// The signs of a device that is given `assignment`; `wasHeard` where it is listed as one that has been heard from.
    init(_ assignment: Assignment, wasHeard: Bool) {
        isNewID = assignment.isNew
        topic = assignment.address.topic.text
        mayHaveBeenThere = wasHeard
    }

    /// What there was of it that is no sign.
    var rest: NotHeard.Reason {
        isBack ? .onlyBack : reportsAsBefore ? .onlyAsBefore : hasKept ? .onlyKept : .silent
    }

    /// The credentials go out now.
    mutating func begin() { isCounting = true }

    mutating func take(_ change: DeviceChange) {
        // Under another topic it speaks as one that has not taken the credentials yet.
        guard isOurs(change.topic) else { return }
        switch change.subject {
        // It may say that of the network that it is about to leave.
        case .signal: return
        case .join:
            if isCounting, let report = change.status.join { take(report) }
            return
        case .state, .presence: break
        }
        if isCounting { count(change) }
        note(change)
    }

    private mutating func take(_ report: JoinReport) {
        switch report {
        case .joined: isHeard = true
        case .failed(let reason): failure = reason
        }
    }

    private mutating func count(_ change: DeviceChange) {
        let saysThere = change.subject == .presence && change.status.presence == .online
        let isReport = change.subject == .state
        if isNewID {
            if saysThere || isReport { isHeard = true }
        } else if change.isLive {
            if saysThere, wasThere {
                isBack = true
            } else if isReport, wasThere || mayHaveBeenThere {
                reportsAsBefore = true
            } else {
                isHeard = true
            }
        } else if saysThere, presence == .offline {
            if wasThere { isBack = true } else { isHeard = true }
        } else {
            hasKept = true
        }
    }

    /// Remembers what `change` tells of how things were before the credentials went out, as everything does that the broker had
    /// kept.
    private mutating func note(_ change: DeviceChange) {
        let isOld = !isCounting || !change.isLive
        let isOffline = change.subject == .presence && change.status.presence == .offline
        if isOld, !isOffline { mayHaveBeenThere = true }
        guard change.subject == .presence || change.isLive else { return }
        presence = change.status.presence
        switch presence {
        case .online: if isOld { wasThere = true }
        // Later it goes because of them, and may come back as it was.
        case .offline: if !isCounting { (wasThere, mayHaveBeenThere) = (false, false) }
        case .unknown: break
        }
    }

    /// Whether `text` is the topic of the assignment. RabbitMQ gives a dot back as the end of a level.
    private func isOurs(_ text: String) -> Bool {
        topic.utf8.elementsEqual(text.utf8) {
            $0 == $1 || ($0 == UInt8(ascii: ".") && $1 == UInt8(ascii: "/"))
        }
    }
}
