import BluetoothLE
import ProvisioningProtocols
import Runtime

/// A central's subscription, and how long a notification reaches it whole.
struct Subscription {
    let characteristic: CharacteristicID
    let central: CentralID?
    let maximumLength: Int?
}

/// A value that a central reads in pieces: all of them are of one moment.
struct LongRead {
    let characteristic: CharacteristicID
    let central: CentralID?
    let value: [UInt8]
}

extension ProvisionableDevice {
    /// Keeps the device on the air and answers, until the task is cancelled or the radio fails at the start, which is the
    /// result then.
    func serve() async -> BluetoothError? {
        var presence = Presence()
        while !Task.isCancelled {
            guard let failure = await serveOnce(&presence) else {
                while !Task.isCancelled, isOffAir { _ = await airing.stream.next() }
                continue
            }
            if Task.isCancelled || failure.code == .cancelled { break }
            guard presence.wasOnAir || configuration.waitsForRadio else { return failure }
            if !presence.isAway { reporter.yield(.radioUnavailable(failure)) }
            presence.isAway = true
            await waitForRadio(patience: presence.patience)
            presence.patience = min(presence.patience * 2, 30_000)
        }
        return nil
    }

    /// How the radio has served so far.
    private struct Presence {
        var wasOnAir = false
        var isAway = false
        /// How long the radio is waited for if it says nothing, in milliseconds.
        var patience: UInt32 = 1_000
    }

    /// Goes on the air and answers what comes, until the peripheral is stopped, the task cancelled or the radio fails.
    private func serveOnce(_ presence: inout Presence) async -> BluetoothError? {
        if let failure = await goOnAir() { return failure }
        if presence.isAway { reporter.yield(.radioAvailable) }
        presence = Presence(wasOnAir: true)
        reporter.yield(.advertising(name: configuration.name))
        updateAdvertisement()
        let failure = await answer()
        await goOffAir()
        return failure
    }

    /// Answers what comes until the peripheral is stopped or the task cancelled, or until the radio fails. Here a device
    /// spends its life: what this and its callers need of memory, they need for each device.
    private func answer() async -> BluetoothError? {
        guard let peripheral else { return nil }
        do throws(BluetoothError) {
            try await peripheral.events.forEach { handle($0, of: peripheral) }
            return nil
        } catch {
            return error
        }
    }

    private func goOnAir() async -> BluetoothError? {
        let advertisement = self.advertisement
        advertised = advertisement
        let services = served.map(\.service)
        do throws(BluetoothError) {
            peripheral = try await inTaskOfItsOwn { [host] () throws(BluetoothError) in
                try await host.publish(services, advertisement: advertisement)
            }
            return nil
        } catch {
            return error
        }
    }

    /// What the device says of itself to anybody, as it stands now.
    private var advertisement: Advertisement {
        var data: [BluetoothUUID: [UInt8]] = [:]
        for end in served {
            let value = end.serviceData(status: coordinator.status)
            if !value.isEmpty { data[end.service.uuid] = value }
        }
        return Advertisement(name: configuration.name, services: served.map(\.service.uuid), serviceData: data)
    }

    /// Has the air told what has changed, one change at a time and the last one in the end.
    func updateAdvertisement() {
        guard advertiser == nil, let peripheral, advertisement != advertised else { return }
        advertiser = Task {
            while !Task.isCancelled, self.peripheral === peripheral, self.advertisement != self.advertised {
                let next = self.advertisement
                self.advertised = next
                // A radio that cannot change it now says so by its events, and is told anew when it is back.
                do throws(BluetoothError) { try await peripheral.update(next) } catch { break }
            }
            self.advertiser = nil
        }
    }

    /// Takes the peripheral off the air, also when this task is cancelled; its centrals are gone then.
    private func goOffAir() async {
        guard let peripheral else { return }
        self.peripheral = nil
        await Task { await peripheral.stop() }.value
        for central in Array(centrals.keys) { left(central) }
        subscriptions.removeAll()
        arm()
    }

    /// Waits until the radio says that it is ready, and for `patience` milliseconds in any case.
    private func waitForRadio(patience: UInt32) async {
        await time.sleep(until: time.now + patience)
        let states = host.states()
        while let state = await states.next(), state != .ready {}
    }

    // MARK: - When it advertises

    /// Whether it keeps off the air: only where it is told to once it has a network, and then only after the last central,
    /// which has yet to hear so, has left.
    private var isOffAir: Bool {
        guard !configuration.advertisesWhenProvisioned, centrals.isEmpty,
            case .connected = coordinator.status.state
        else { return false }
        return true
    }

    func goOnOrOffAir() {
        if isOffAir, let peripheral { Task { await peripheral.stop() } }
        airing.source.yield(())
    }

    // MARK: - What centrals do

    // Never inlined: what it needs for a moment would become part of the memory of a task that waits for long.
    @inline(never)
    private func handle(_ event: PeripheralEvent, of published: any PublishedPeripheral) {
        defer { arm() }
        switch event {
        case .connected(let central): _ = number(of: central)
        case .disconnected(let central):
            left(central)
            goOnOrOffAir()
        case .subscribed(let characteristic, let central, let maximumLength):
            subscriptions.removeAll { $0.characteristic == characteristic && $0.central == central }
            subscriptions.append(
                Subscription(characteristic: characteristic, central: central, maximumLength: maximumLength))
            guard let (index, which) = find(characteristic) else { return }
            handle(.subscribed(which, by: number(of: central)), at: index)
        case .unsubscribed(let characteristic, let central):
            subscriptions.removeAll {
                $0.characteristic == characteristic && (central == nil || $0.central == central)
            }
        case .read(let characteristic, let central, let offset, let request):
            read(characteristic, by: central, at: offset, request, of: published)
        case .write(let characteristic, let central, let offset, let value, let request):
            write(value, to: characteristic, by: central, at: offset, request, of: published)
        case .radio(.unavailable(let error)): reporter.yield(.radioUnavailable(error))
        case .radio(.ready): reporter.yield(.radioAvailable)
        case .radio(.unknown): break
        }
    }

    /// The number by which the machines know a central, which is hereby connected.
    private func number(of central: CentralID?) -> UInt32 {
        guard let central else { return 0 }
        if let known = centrals[central] { return known }
        lastCentral = lastCentral == .max ? 1 : lastCentral + 1
        centrals[central] = lastCentral
        reporter.yield(.centralConnected(central))
        for index in served.indices { handle(.connected(lastCentral), at: index) }
        return lastCentral
    }

    private func left(_ central: CentralID) {
        subscriptions.removeAll { $0.central == central }
        if longRead?.central == central { longRead = nil }
        guard let number = centrals.removeValue(forKey: central) else { return }
        reporter.yield(.centralLeft(central))
        for index in served.indices { handle(.disconnected(number), at: index) }
    }

    private func find(_ id: CharacteristicID) -> (index: Int, number: UInt8)? {
        for index in served.indices {
            if let number = served[index].number(of: id.characteristic) { return (index, number) }
        }
        return nil
    }

    private func read(
        _ id: CharacteristicID, by central: CentralID?, at offset: Int, _ request: RequestID,
        of published: any PublishedPeripheral
    ) {
        _ = number(of: central)
        var value: [UInt8]?
        if offset > 0, let begun = longRead, begun.characteristic == id, begun.central == central {
            value = begun.value
        } else if let (index, which) = find(id) {
            value = served[index].read(which, status: coordinator.status)
        }
        guard let value else { return published.respond(to: request, with: .readNotPermitted) }
        guard offset >= 0, offset <= value.count else { return published.respond(to: request, with: .invalidOffset) }
        if offset == 0 { longRead = LongRead(characteristic: id, central: central, value: value) }
        let part = Array(value[offset...])
        record(.read, id, central, offset: offset, part)
        published.respond(to: request, with: part)
    }

    private func write(
        _ value: SecretBytes, to id: CharacteristicID, by central: CentralID?, at offset: Int, _ request: RequestID?,
        of published: any PublishedPeripheral
    ) {
        guard let (index, which) = find(id) else {
            if let request { published.respond(to: request, with: .writeNotPermitted) }
            return
        }
        guard !isBusy else {
            if let request { published.respond(to: request, with: .insufficientResources) }
            return
        }
        if trace != nil {
            let secret = served[index].secret(in: value, at: offset, of: which)
            record(.written, id, central, offset: offset, value.masked(secret), secret: secret)
        }
        let action = handle(.written(value, offset: offset, to: which, by: number(of: central)), at: index)
        guard let request else { return }
        if case .refuse(let code) = action {
            published.respond(to: request, with: ATTError(rawValue: code))
        } else {
            published.respond(to: request, with: [])
        }
    }
}
