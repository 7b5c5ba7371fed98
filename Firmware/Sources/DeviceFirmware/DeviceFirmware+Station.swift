import ProvisioningProtocols

extension DeviceFirmware where Protocols: ~Copyable, Board: ~Copyable {
    /// Does and tells what an event came to, and what comes of that.
    @inline(never)
    mutating func apply(_ first: JoinCoordinator.Step, now: Instant) {
        var step = first
        while true {
            tell(step, now: now)
            guard let next = perform(step.action, now: now) else { return }
            step = next
        }
    }

    /// Does what the coordinator asks of Wi-Fi and store; `nil` where how that goes is told later.
    @inline(never)
    private mutating func perform(_ action: JoinCoordinator.Action, now: Instant) -> JoinCoordinator.Step? {
        switch action {
        case .none: return nil
        case .scan:
            search(now: now)
            return nil
        case .readStore: return readStore(now: now)
        case .stage:
            let isStaged = Self.stage(coordinator, steeredAt: wantedAddress, on: &board)
            return isStaged ? coordinator.staged(now: now) : coordinator.stagingFailed(now: now)
        case .joinStaged:
            isOnStaged = true
            return Self.join(.staged, on: &board) ? coordinator.begun(now: now) : coordinator.stationFailed(now: now)
        case .joinCommitted:
            isOnStaged = false
            return Self.join(.committed, on: &board)
                ? coordinator.begun(now: now) : coordinator.stationFailed(now: now)
        case .commit:
            guard board.commit() else { return coordinator.stationFailed(now: now) }
            isOnStaged = false
            if let address = board.controlAddress() { board.steered(at: address) }
            return coordinator.committed(now: now)
        case .rollBack:
            _ = board.rollBack()
            if isOnStaged { board.leave() }
            isOnStaged = false
            return coordinator.rolledBack(now: now)
        case .forget:
            guard board.forget() else { return coordinator.stationFailed(now: now) }
            wantedAddress = nil
            isOnStaged = false
            board.leave()
            return coordinator.forgotten(now: now)
        }
    }

    @inline(never)
    private mutating func readStore(now: Instant) -> JoinCoordinator.Step {
        guard board.open() else { return coordinator.stationFailed(now: now) }
        if let address = board.controlAddress() { board.steered(at: address) }
        let committed = board.load(.committed)?.ssid
        let staged = board.load(.staged)?.ssid
        return coordinator.storeRead(committed: committed, staged: staged, now: now)
    }

    private static func stage(
        _ coordinator: borrowing JoinCoordinator, steeredAt address: ControlAddress?, on board: inout Board
    ) -> Bool {
        coordinator.withCredentials { board.stage($0, steeredAt: address) } ?? false
    }

    private static func join(_ slot: CredentialSlot, on board: inout Board) -> Bool {
        guard let credentials = board.load(slot) else { return false }
        return board.join(credentials)
    }

    // MARK: - Telling

    /// Tells the board and the protocols what changed: *stored* and *not stored* only the one that brought the credentials.
    @inline(never)
    private mutating func tell(_ step: JoinCoordinator.Step, now: Instant) {
        guard step.report != .nothing else { return }
        tellBoard(step.report)
        tellServiceData()
        for index in 0..<Protocols.count {
            switch step.report {
            case .stored where index != Int(step.requester): handle(.report(.status), at: index, now: now)
            case .notStored where index != Int(step.requester): break
            default: handle(.report(step.report), at: index, now: now)
            }
        }
    }

    @inline(never)
    private mutating func tellBoard(_ report: JoinCoordinator.Report) {
        let status = coordinator.status
        switch report {
        case .nothing, .status, .notCleared: break
        case .stored(let ssid): board.credentialsStored(for: ssid)
        case .notStored(let ssid): return board.storingFailed(for: ssid)
        case .failed(let reason): board.connectionFailed(to: status.ssid, because: reason)
        case .cleared: board.credentialsCleared()
        }
        guard status.state != told.state || status.ssid != told.ssid else { return }
        told = status
        board.stateChanged(to: status)
        if case .connected(let address) = status.state { board.wifiConnected(to: status.ssid, address: address) }
    }

    /// Tells the board anew what the protocols advertise of the device.
    @inline(never)
    public mutating func tellServiceData() {
        for index in 0..<Protocols.count {
            var data = InlineArray<20, UInt8>(repeating: 0)
            var room = data.mutableSpan
            let count = protocols.serviceData(status: coordinator.status, into: &room, at: index)
            if count > 0 { board.advertise(data.span.extracting(first: min(count, 20)), for: index) }
        }
    }
}
