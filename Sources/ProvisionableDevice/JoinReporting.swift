public import ProvisioningProtocols

/// What becomes of the credentials that a device was given last, by its events: for a device that is steered, which says so
/// over its broker. No I/O, no clock.
public struct JoinReporting: Sendable {
    private var isTrying = false
    private var failure: JoinFailure?

    /// No credentials have come in yet.
    public init() {}

    /// Takes an event; what is to be said now, when the device is on a network again for the first time since credentials
    /// came in.
    public mutating func take(_ event: DeviceEvent) -> JoinReport? {
        switch event {
        case .stored:
            isTrying = true
            failure = nil
        case .joinFailed(_, let reason):
            // What fails after that is the way back.
            if isTrying, failure == nil { failure = reason }
        case .cleared: self = JoinReporting()
        case .connected where isTrying:
            let report = failure.map { JoinReport.failed($0) } ?? .joined
            self = JoinReporting()
            return report
        default: break
        }
        return nil
    }
}
