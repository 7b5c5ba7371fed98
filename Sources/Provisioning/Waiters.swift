import ProvisioningProtocols
import Runtime

/// Those who wait for something of a session, and what has come for them so far.
struct Waiters {
    private var networks: [EventSource<NetworkEvent, ProvisioningError>] = []
    private(set) var join: EventSource<JoinEvent, ProvisioningError>?
    private var status: [(source: EventSource<DeviceStatus, ProvisioningError>, once: Bool)] = []
    var diagnostics: [EventSource<ProvisioningDiagnostic, Never>] = []
    var stops: [EventSource<Void, ProvisioningError>] = []
    var versions: [EventSource<UInt32, ProvisioningError>] = []
    var forgets: [EventSource<Void, ProvisioningError>] = []
    /// The list that is coming, or has come and nobody has asked for yet, and the one before it where that had more.
    private var found: [AccessPoint] = []
    private var before: [AccessPoint] = []

    /// Whether somebody waits for a list.
    var awaitNetworks: Bool { !networks.isEmpty }

    mutating func addNetworks(_ source: EventSource<NetworkEvent, ProvisioningError>) {
        for network in found { source.yield(.found(network)) }
        networks.append(source)
    }

    mutating func found(_ network: AccessPoint) {
        found.append(network)
        for source in networks { source.yield(.found(network)) }
    }

    mutating func listRestarted() {
        if found.count > before.count { before = found }
        found = []
        for source in networks { source.yield(.restarted) }
    }

    mutating func listEnded(_ list: ProvisionerList, _ refusal: UInt8?) {
        var result = NetworkList(
            accessPoints: found, isComplete: list.isComplete, announced: list.announced.map(Int.init),
            scanFailed: list.scanFailed)
        for source in networks {
            switch list.end {
            case .ended, .stopped:
                source.yield(.ended(result))
                source.finish()
            case .timedOut, .linkLost, .refused:
                if before.count > found.count { result.accessPoints = before }
                source.finish(throwing: .listFailed(list.end, with: result).refused(with: refusal))
            }
        }
        // Only what nobody has yet is kept, in no more memory than it needs.
        found = networks.isEmpty ? found.map { $0 } : []
        networks = []
        before = []
        let error: ProvisioningError? =
            list.end == .linkLost || list.end == .refused ? .stopFailed(list.end).refused(with: refusal) : nil
        for source in stops { source.answer(error.map { .failure($0) } ?? .success(())) }
        stops = []
    }

    mutating func versionTold(_ version: UInt32?) {
        for source in versions { source.answer(version.map { .success($0) } ?? .failure(.versionFailed)) }
        versions = []
    }

    mutating func forgetEnded(_ result: ProvisionerForgetResult, _ refusal: UInt8?) {
        for source in forgets {
            source.answer(result == .forgotten ? .success(()) : .failure(.forgetFailed(result).refused(with: refusal)))
        }
        forgets = []
    }

    mutating func addStatus(_ source: EventSource<DeviceStatus, ProvisioningError>, once: Bool) {
        status.append((source, once))
    }

    mutating func reported(_ report: DeviceStatus) {
        status = status.filter { source, once in
            // A watcher that has let go, or that has left hundreds of reports unread, is let go too.
            let isTaken = source.yield(report)
            if once || !isTaken { source.finish() }
            return !once && isTaken
        }
    }

    mutating func statusFailed(isLinkLost: Bool, _ refusal: UInt8?) {
        status = status.filter { source, once in
            if once {
                let error: ProvisioningError =
                    isLinkLost ? .linkLost : refusal == nil ? .statusTimedOut : .statusRefused
                source.finish(throwing: error.refused(with: refusal))
            }
            return !once
        }
    }

    mutating func replaceJoin(_ source: EventSource<JoinEvent, ProvisioningError>) {
        join?.finish(throwing: .replaced)
        join = source
    }

    mutating func joinEnded(_ result: ProvisionerJoinResult, _ text: String) {
        guard let join else { return }
        self.join = nil
        let outcome: JoinOutcome
        switch result {
        case .connected(let address, let signal):
            outcome = .connected(address: address == .unspecified ? nil : address, signal: signal)
        case .accepted: outcome = .accepted
        case .failed(let reason): outcome = .failed(reason, message: text)
        case .unknown(let reason): outcome = .unknown(reason)
        case .linkLost: return join.finish(throwing: .linkLost)
        case .timedOut: return join.finish(throwing: .joinTimedOut)
        case .refused(let code): return join.finish(throwing: .refused(code))
        }
        join.yield(.ended(outcome))
        join.finish()
    }

    mutating func diagnosed(_ diagnostic: ProvisioningDiagnostic) {
        diagnostics = diagnostics.filter { source in
            let isTaken = source.yield(diagnostic)
            if !isTaken { source.finish() }
            return isTaken
        }
    }

    /// A request that came too late.
    func refuse(_ request: SessionRequest, _ error: ProvisioningError) {
        switch request {
        case .stopScan(let source), .forget(let source): source.finish(throwing: error)
        case .version(let source): source.finish(throwing: error)
        case .networks(_, let source): source.finish(throwing: error)
        case .join(_, _, let source): source.finish(throwing: error)
        case .status(let source, _): source.finish(throwing: error)
        case .diagnostics(let source): source.finish()
        }
    }

    /// Ends everything that still waits.
    mutating func finishAll(_ error: ProvisioningError) {
        for source in networks { source.finish(throwing: error) }
        join?.finish(throwing: error)
        for (source, _) in status { source.finish(throwing: error) }
        for source in diagnostics { source.finish() }
        for source in stops + forgets { source.finish(throwing: error) }
        for source in versions { source.finish(throwing: error) }
        stops = []
        forgets = []
        versions = []
        networks = []
        join = nil
        status = []
        diagnostics = []
    }
}

extension EventSource where Failure == ProvisioningError {
    /// The one event of a request that has one answer.
    fileprivate func answer(_ result: Result<Element, ProvisioningError>) {
        switch result {
        case .success(let value):
            yield(value)
            finish()
        case .failure(let error): finish(throwing: error)
        }
    }
}
