import ProvisioningProtocols
import Runtime
import WiFiStation

/// How long a scan may take, and for how long the networks it found are taken to be there still, in milliseconds.
private let scanLimit: UInt32 = JoinCoordinator.scanLimit
private let freshness: UInt32 = 30_000

extension ProvisionableDevice {
    /// Follows the station for as long as the device runs.
    func followStation() async {
        await station.events().forEach { handle($0) }
    }

    @inline(never)  // See the same for the radio's events.
    private func handle(_ event: StationEvent) {
        switch event {
        case .status(let status):
            comeBack()
            let new = JoinStatus(state: status.state, ssid: status.ssid ?? SSID(), signal: status.signal)
            apply(coordinator.stationChanged(to: new, now: time.now))
        case .trying: coordinator.stationTries(now: time.now)
        case .available: comeBack()
        case .unavailable(let error):
            if !isStationAway { reporter.yield(.stationUnavailable(error)) }
            isStationAway = true
            apply(coordinator.stationLost())
        }
        arm()
    }

    private func comeBack() {
        if isStationAway { reporter.yield(.stationAvailable) }
        isStationAway = false
        apply(coordinator.start())
    }

    // MARK: - What the coordinator says

    /// Does and tells what an event came to.
    func apply(_ step: JoinCoordinator.Step) {
        tell(step)
        switch step.action {
        case .none: break
        case .scan: search()
        default:
            actions.append(step.action)
            if operation == nil { operation = Task { await self.perform() } }
        }
        arm()
    }

    private func tell(_ step: JoinCoordinator.Step) {
        guard step.report != .nothing else { return }
        updateAdvertisement()
        report(step)
        for index in served.indices {
            let isForAll =
                switch step.report {
                case .stored, .notStored: false
                default: true
                }
            if isForAll || index == Int(step.requester) {
                handle(.report(step.report), at: index)
            } else if case .stored = step.report {
                handle(.report(.status), at: index)
            }
        }
    }

    /// The same for people.
    private func report(_ step: JoinCoordinator.Step) {
        let status = coordinator.status
        switch step.report {
        case .nothing: return
        case .stored(let ssid): reporter.yield(.stored(ssid))
        case .notStored(let ssid):
            reporter.yield(.storageFailed(ssid))
            return
        case .failed(let reason): reporter.yield(.joinFailed(status.ssid, reason))
        case .cleared: reporter.yield(.cleared)
        case .status, .notCleared: break
        }
        if reported?.state == status.state, reported?.ssid == status.ssid { return }
        reported = status
        reporter.yield(.stateChanged(status.state, ssid: status.ssid.count > 0 ? status.ssid : nil))
        if case .connected(let address) = status.state {
            reporter.yield(.connected(status.ssid, address))
            dropPoints()
        }
        goOnOrOffAir()
    }

    /// Has the station do what waits, one after the other.
    private func perform() async {
        while !actions.isEmpty {
            apply(await perform(actions.removeFirst()))
        }
        operation = nil
    }

    private func perform(_ action: JoinCoordinator.Action) async -> JoinCoordinator.Step {
        do throws(StationError) {
            switch action {
            case .none, .scan: return .nothing
            case .readStore:
                let stored = try await station.stored()
                assign(stored.controlAddress)
                return coordinator.storeRead(committed: stored.committed, staged: stored.staged, now: time.now)
            case .stage: return await stage()
            case .joinStaged: try await station.joinStaged()
            case .joinCommitted: try await station.joinCommitted()
            case .commit:
                try await station.commit()
                if hasStaged {
                    assign(stagedAddress)
                    wantedAddresses.removeAll { $0.address == stagedAddress }
                } else if let stored = try? await station.stored() {  // staged by an earlier run
                    assign(stored.controlAddress)
                }
                return coordinator.committed(now: time.now)
            case .rollBack:
                try await station.rollBack()
                return coordinator.rolledBack(now: time.now)
            case .forget:
                try await station.forget()
                wantedAddresses = []
                assign(nil)
                return coordinator.forgotten(now: time.now)
            }
            return coordinator.begun(now: time.now)
        } catch {
            if action == .readStore, !isStationAway, error.code != .cancelled {
                isStationAway = true
                reporter.yield(.stationUnavailable(error))
            }
            if action == .rollBack { return coordinator.rolledBack(now: time.now) }
            return coordinator.stationFailed(now: time.now)
        }
    }

    private func stage() async -> JoinCoordinator.Step {
        guard let credentials = coordinator.withCredentials({ $0.copy() }) else {
            return coordinator.stagingFailed(now: time.now)
        }
        do throws(StationError) {
            // Credentials that say nothing of it leave it as it is.
            let address = wantedAddress(for: credentials.ssid) ?? controlAddress
            try await station.stage(credentials, steeredAt: address)
            stagedAddress = address
            hasStaged = true
            return coordinator.staged(now: time.now)
        } catch {
            return coordinator.stagingFailed(now: time.now)
        }
    }

    // MARK: - Scanning

    /// Looks for the network that is to be joined: among those just seen, otherwise with a scan.
    private func search() {
        isSearching = true
        let isFresh = pointsUntil.map { time.now < $0 } ?? false
        let wanted = coordinator.status.ssid  // while it looks, the network that it is about to join
        if isFresh, points.contains(where: { $0.ssid == wanted }) {
            endSearch(complete: true)
        } else {
            startScan(ScanOptions())
        }
    }

    /// Starts a scan, unless one runs that serves as well.
    func startScan(_ options: ScanOptions) {
        if let scan, !scan.isCancelled, scanOptions.cover(options) { return }
        guard scan == nil, cursor == nil else {
            // Two that wait with different wishes are served by one that looks everywhere.
            nextScanOptions = mustScanAgain && nextScanOptions != options ? ScanOptions() : options
            mustScanAgain = true
            return
        }
        mustScanAgain = false
        scanOptions = options
        scan = Task { await self.scanOnce() }
    }

    private func scanAgain() {
        guard mustScanAgain, scan == nil else { return }
        startScan(isSearching ? ScanOptions() : nextScanOptions)
    }

    /// A protocol wants no more access points; a scan that nobody else needs is ended.
    func stopScan(for index: Int) {
        served[index].isListed = false
        if cursor != nil, !served.contains(where: \.isListed) { cursor = nil }
        guard !isSearching, !served.contains(where: \.wantsAccessPoints) else { return }
        mustScanAgain = false
        scan?.cancel()
    }

    /// Forgets what was found, once it has served to join.
    private func dropPoints() {
        guard cursor == nil else { return }
        points = []
        pointsUntil = nil
    }

    private func scanOnce() async {
        do throws(StationError) {
            let found = try await station.scan(scanOptions, deadline: time.now + scanLimit)
            points = found.sorted { $0.signal > $1.signal }
            pointsUntil = scanOptions.isPlain ? time.now + freshness : nil
            reporter.yield(.scanned(count: points.count))
            scan = nil
            endScan(complete: true)
        } catch {
            scan = nil
            guard !Task.isCancelled else { return scanAgain() }
            reporter.yield(.scanFailed(error))
            endScan(complete: false)
        }
    }

    private func endScan(complete: Bool) {
        for index in served.indices
        where served[index].wantsAccessPoints && scanOptions.cover(served[index].scanOptions) {
            served[index].isListed = true
            if !complete { handle(.scanFailed, at: index) }
            cursor = 0
        }
        wakeSender()
        if scanOptions.isPlain { endSearch(complete: complete) }
        if cursor == nil { scanAgain() }
    }

    private func endSearch(complete: Bool) {
        guard isSearching else { return }
        isSearching = false
        for point in points { coordinator.saw(point) }
        apply(coordinator.scanEnded(complete: complete, now: time.now))
    }

    /// Tells the next access point of the list; `false` when there is none to tell.
    func tellNextPoint() -> Bool {
        guard let next = cursor else { return false }
        let listed = served.indices.filter { served[$0].isListed && served[$0].wantsAccessPoints }
        if next < points.count, !listed.isEmpty {
            cursor = next + 1
            for index in listed where served[index].scanOptions.include(points[next]) {
                handle(.found(points[next]), at: index)
            }
            return true
        }
        cursor = nil
        for index in served.indices where served[index].isListed {
            served[index].isListed = false
            handle(.scanEnded, at: index)
        }
        scanAgain()
        return true
    }
}
