import ProvisioningProtocols
import Runtime

extension MachineDriver where Machine: ~Copyable {
    nonisolated func networks() -> EventStream<NetworkEvent, ProvisioningError> {
        let (stream, source) = EventStream<NetworkEvent, ProvisioningError>.make(capacity: 4096)
        guard Machine.capabilities.listsNetworks else {
            source.finish(throwing: .unsupported("list networks"))
            return stream
        }
        post(.networks(source))
        return stream
    }

    nonisolated func join(
        _ credentials: consuming Credentials, before deadline: Instant?
    ) -> EventStream<JoinEvent, ProvisioningError> {
        let (stream, source) = EventStream<JoinEvent, ProvisioningError>.make()
        do throws(CredentialFault) {
            try credentials.check(Machine.credentialLimits)
            post(.join(CredentialBox(credentials), before: deadline, source))
        } catch {
            source.finish(throwing: ProvisioningError(error))
        }
        return stream
    }

    nonisolated func status(once: Bool) -> EventStream<DeviceStatus, ProvisioningError> {
        let (stream, source) = EventStream<DeviceStatus, ProvisioningError>.make()
        guard Machine.capabilities.reportsStatus else {
            source.finish(throwing: .unsupported("report its status"))
            return stream
        }
        post(.status(source, once: once))
        return stream
    }

    nonisolated func diagnostics() -> EventStream<ProvisioningDiagnostic, Never> {
        let (stream, source) = EventStream<ProvisioningDiagnostic, Never>.make()
        post(.diagnostics(source))
        return stream
    }

    private nonisolated func post(_ request: SessionRequest) {
        inbox.withLock { $0.append(request) }
        Task { await takeRequests() }
    }

    private func takeRequests() {
        let requests = inbox.withLock { inbox in
            defer { inbox = [] }
            return inbox
        }
        for request in requests { take(request) }
    }

    private func take(_ request: SessionRequest) {
        guard !isClosed else { return waiters.refuse(request) }
        switch request {
        case .networks(let source):
            waiters.addNetworks(source)
            perform(machine.networksRequested(ScanOptions(), at: now, &outbox))
        case .join(let box, let deadline, let source):
            waiters.replaceJoin(source)
            secrets.add(box)
            let action = machine.joinRequested(box.credentials.copy(), at: now, &outbox)
            if let deadline { machine.limitJoin(to: deadline) }
            perform(action)
        case .status(let source, let once):
            waiters.addStatus(source, once: once)
            perform(machine.statusRequested(at: now, &outbox))
        case .diagnostics(let source): waiters.diagnostics.append(source)
        }
    }

    /// Hands a fact of the machine to those who wait for it.
    func tell(_ action: ProvisionerAction) {
        switch action {
        case .networkFound: waiters.found(machine.network)
        case .listRestarted: waiters.listRestarted()
        case .listEnded: waiters.listEnded(machine.list)
        case .statusReported: waiters.reported(DeviceStatus(machine.status))
        case .statusFailed: waiters.statusFailed(isLinkLost: connection == nil)
        case .joinProgressed: waiters.join?.yield(.progress(machine.progress))
        case .joinEnded:
            let text = machine.withDeviceText { text in text.indices.map { text[$0] } }
            waiters.joinEnded(machine.joinResult, String(decoding: secrets.masked(text), as: UTF8.self))
        case .diagnosed: waiters.diagnosed(machine.diagnostic)
        default: break
        }
    }
}

extension DeviceStatus {
    init(_ status: ProvisionerStatus) {
        self.init(state: status.state, ssid: status.ssid.count == 0 ? nil : status.ssid, signal: status.signal)
    }
}
