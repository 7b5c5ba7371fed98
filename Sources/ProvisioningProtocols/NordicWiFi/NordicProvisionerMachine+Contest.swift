/// Joins of two centrals at once. The device's states name no network, so that it is asked.
extension NordicWiFi.ProvisionerMachine {
    /// The device has answered another central that it takes its credentials.
    mutating func otherCentralConfigured(at now: Instant) {
        if join.course.state != .idle, join.isWritten {
            guard join.isAccepted else { return }
            join.isContested = true
            join.askAt = now
        } else {
            // Where it stands is not what it said before.
            asking.report = nil
            asking.isRequestWanted = join.course.state != .idle && request.operation != .getStatus
        }
    }

    /// Sees from the device's answer whose join goes on. Seen once with another network it is asked once more.
    /// - Returns: whether nothing else follows from the answer.
    mutating func settleContest(_ report: ProvisionerStatus, isOurs: Bool, at now: Instant) -> Bool {
        let isOther = !isOurs && report.ssid.count > 0 && (join.home.map { $0 != report.ssid } ?? false)
        if let failure = join.failure {
            endJoin(.failed(isOurs ? failure : isOther || join.sawOther ? .replaced : .unspecified))
            return true
        }
        if isOther, join.sawOther {
            endJoin(.failed(.replaced))
            return true
        }
        join.sawOther = isOther
        if isOurs || isOther { join.isContested = isOther }
        if isOther { join.askAt = now + Self.secondLook }
        return isOther
    }

    /// What a join has come to whose device was seen with another network, or failed and does not say with which; `nil`
    /// for any other.
    var resultOfContest: ProvisionerJoinResult? {
        if join.sawOther { return .failed(.replaced) }
        return join.failure.map { .failed($0) }
    }
}
