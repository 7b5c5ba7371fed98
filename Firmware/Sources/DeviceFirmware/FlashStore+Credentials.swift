public import ProvisioningProtocols

// Not marked as a CredentialStore: a board has one, and is it.
extension FlashStore where Flash: ~Copyable {
    /// The credentials in a slot; `nil` where there are none.
    @inline(never)
    public mutating func load(_ slot: CredentialSlot) -> Credentials? {
        if let kept = copyOfVolatile(slot) { return kept }
        let place = slot == .committed ? committed : staged
        guard place > 0, readRecord(place) else { return nil }
        defer { record.wipe() }
        return record.credentials
    }

    @inline(never)
    private func copyOfVolatile(_ slot: CredentialSlot) -> Credentials? {
        switch slot {
        case .committed:
            switch volatileCommitted {
            case .some(let kept): kept.copy()
            case .none: nil
            }
        case .staged:
            switch volatileStaged {
            case .some(let kept): kept.copy()
            case .none: nil
            }
        }
    }

    /// Keeps credentials beside the committed ones: in memory where they are volatile.
    @inline(never)
    public mutating func stage(_ credentials: borrowing Credentials, steeredAt address: ControlAddress?) -> Bool {
        guard page >= 0, credentials.ssid.count > 0 else { return false }
        if credentials.isVolatile {
            volatileStaged = credentials.copy()
            return true
        }
        let kept = address == nil ? controlAddress() : address
        record.fill(credentials, steeredAt: kept)
        defer { record.wipe() }
        guard append() else { return false }
        volatileStaged = nil
        return true
    }

    /// Puts the staged credentials in the place of the committed ones.
    @inline(never)
    public mutating func commit() -> Bool {
        if let kept = copyOfVolatile(.staged) {
            volatileCommitted = consume kept
            volatileStaged = nil
            return true
        }
        guard commitStaged() else { return false }
        volatileCommitted = nil
        return true
    }

    /// Drops the staged credentials.
    @inline(never)
    public mutating func rollBack() -> Bool {
        if copyOfVolatile(.staged) != nil {
            volatileStaged = nil
            return true
        }
        return dropStaged()
    }

    /// Drops all.
    public mutating func forget() -> Bool {
        volatileStaged = nil
        volatileCommitted = nil
        return leavePage()
    }

    /// Where the device is steered, by the committed credentials.
    @inline(never)
    public mutating func controlAddress() -> ControlAddress? {
        guard committed > 0, readRecord(committed) else { return nil }
        defer { record.wipe() }
        return record.controlAddress
    }
}
