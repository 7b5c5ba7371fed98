extension JoinCoordinator {
    /// The scan before a join found an access point.
    public mutating func saw(_ point: AccessPoint) {
        guard phase == .looking else { return }
        if point.ssid.isHidden, mayBe(point) { sawHidden = true }
        guard point.ssid == trial else { return }
        if !sawNetwork || point.security == .wpaPersonal { seenSecurity = point.security }
        sawNetwork = true
    }

    /// The scan before a join has ended; `complete` is `false` where it failed and says nothing about what is not there.
    ///
    /// A network that is not there is *not found* at once, unless it hides its name: it is said to, or one does that could
    /// be it.
    public mutating func scanEnded(complete: Bool, now: Instant) -> Step {
        guard phase == .looking else { return .nothing }
        let isHidden = withCredentials { $0.isHidden } ?? false
        let security = seenSecurity
        if sawNetwork { return refine { $0.learn(security: security) } }
        guard complete, !isHidden else { return beginJoin() }
        guard sawHidden else { return fail(.networkNotFound) }
        return refine { credentials in
            credentials.isHidden = true
            return true
        }
    }

    /// Whether an access point that hides its name can be the one that is looked for: the present network is not left for
    /// one that needs a passphrase where there is none, or none where there is one.
    private func mayBe(_ point: AccessPoint) -> Bool {
        withCredentials { $0.passphrase.isEmpty != point.security.needsPassphrase } ?? true
    }

    /// Looks for the network of the staged credentials.
    mutating func look(now: Instant) -> Step {
        sawNetwork = false
        sawHidden = false
        seenSecurity = .unspecified
        phase = .looking
        endsAt = now + Self.scanLimit + 1_000  // the scan's own limit comes first
        return step(.scan)
    }

    /// Makes the credentials safe once more where `change` has changed them, then joins.
    private mutating func refine(_ change: (inout Credentials) -> Bool) -> Step {
        endWait()
        guard var known = credentials.take() else { return beginJoin() }
        let isChanged = change(&known)
        credentials = consume known
        guard isChanged else { return beginJoin() }
        phase = .refining
        return step(.stage)
    }
}

extension Credentials {
    /// Takes over how the network is secured, where that was not known and the passphrase suits it.
    fileprivate mutating func learn(security seen: Security) -> Bool {
        guard security == .unspecified, seen.needsPassphrase != passphrase.isEmpty else { return false }
        security = seen
        return true
    }
}
