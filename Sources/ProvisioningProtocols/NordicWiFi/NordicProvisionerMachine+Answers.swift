/// How a request came to its end.
extension NordicWiFi.ProvisionerMachine {
    enum Ending {
        /// The device answered with this status.
        case answered(NordicWiFi.Status)
        /// The peer refused the write with this error of the attribute protocol.
        case refused(UInt8)
        /// No answer came that could be read.
        case unanswered
    }

    /// A response answers the request in flight when it names it or names none: firmware in the field leaves the name out
    /// where it could not read the request. What has no status is no response, though it may be read as one: no bytes are.
    mutating func takeResponse(_ value: borrowing Span<UInt8>, at now: Instant) {
        guard let response = try? NordicWiFi.Response(decoding: value), response.isInitialized,
            let status = response.status
        else {
            diagnoseUnreadable(value, Self.control)
            // It can answer nothing but what is in flight, and comes no second time.
            if request.operation == .getStatus { endRequest(.unanswered, at: now) }
            return
        }
        let named = response.requestOpCode
        guard let operation = request.operation, named == nil || named == .reserved || named == operation else {
            // Every central hears all answers, and no state follows where a network was forgotten.
            if named == .forgetConfig, status == .success { return takeChangeElsewhere() }
            notices.diagnose(
                .unexpectedAnswer, Self.control, UInt16(truncatingIfNeeded: named?.rawValue ?? 0))
            if named == .setConfig, status == .success { otherCentralConfigured(at: now) }
            return
        }
        if operation == .getStatus, status == .success {
            takeStatus(ProvisionerStatus(response.deviceStatus, in: value), at: now)
        }
        endRequest(.answered(status), at: now)
    }

    /// The request in flight is over; what comes next may be begun once its write is confirmed too.
    mutating func endRequest(_ ending: Ending, at now: Instant) {
        guard let operation = request.operation else { return }
        request = Request()
        if case .answered(let status) = ending, status != .success {
            refusedStatus = UInt8(truncatingIfNeeded: status.rawValue)
            notices.diagnose(.deviceError, Self.control, UInt16(truncatingIfNeeded: status.rawValue))
        }
        switch operation {
        case .getStatus: statusRequestEnded(ending, at: now)
        case .startScan: startEnded(ending, at: now)
        case .stopScan: stopEnded(ending)
        case .setConfig: configEnded(ending, at: now)
        case .forgetConfig: forgetEnded(ending)
        default: break
        }
    }

    mutating func tickRequest(at now: Instant) {
        if let due = request.due, due <= now { endRequest(.unanswered, at: now) }
    }

    private mutating func forgetEnded(_ ending: Ending) {
        switch ending {
        case .answered(.success):
            endForget(.forgotten)
            asking.report = ProvisionerStatus(state: .notConfigured)
            asking.isHeard = true
            asking.status = ProvisionerStatus(state: .notConfigured)
            notices.statusReported = true
        case .answered: endForget(.failed)
        case .refused(let code): endForget(.refused(code))
        case .unanswered: endForget(.timedOut)
        }
    }

    /// A value that cannot be read. One as long as the link carries has most likely been cut, and cannot be read anew.
    mutating func diagnoseUnreadable(_ value: borrowing Span<UInt8>, _ characteristic: UInt8) {
        if value.count >= link.maximumLength {
            notices.diagnose(.cut, characteristic, 0)
        } else {
            notices.diagnose(.undecodable, characteristic, value.count > 0 ? UInt16(value[0]) : 0)
        }
    }
}
