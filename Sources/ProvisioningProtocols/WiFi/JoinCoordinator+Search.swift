extension JoinCoordinator {
    /// The scan before a join found an access point.
    public mutating func saw(_ point: AccessPoint) {
        guard phase == .looking else { return }
        guard point.ssid.isHidden || point.ssid == trial else { return }
        let misfit = self.misfit(point.security)
        // The present network is not left for one that cannot be it.
        if point.ssid.isHidden, misfit == nil { sawHidden = true }
        guard point.ssid == trial else { return }
        // Of several that have the name, open and secured ones too, one that the credentials fit is joined.
        let isBetter = misfit == nil && (seenMisfit != nil || point.security == .wpaPersonal)
        if !sawNetwork || isBetter {
            seenSecurity = point.security
            seenMisfit = misfit
        }
        sawNetwork = true
    }

    /// The scan before a join has ended; `complete` is `false` where it failed and says nothing about what is not there.
    ///
    /// A network that is not there is *not found* at once, unless it hides its name: it is said to, or one does that could
    /// be it. Credentials that do not fit the security of any that has the name are refused without a try.
    public mutating func scanEnded(complete: Bool, now: Instant) -> Step {
        guard phase == .looking else { return .nothing }
        let isHidden = withCredentials { $0.isHidden } ?? false
        let security = seenSecurity
        if sawNetwork, complete, let seenMisfit { return fail(seenMisfit) }
        if sawNetwork { return refine { $0.learn(security: security) } }
        guard complete, !isHidden else { return beginJoin() }
        guard sawHidden else { return fail(.networkNotFound) }
        return refine { credentials in
            credentials.isHidden = true
            return true
        }
    }

    /// Why the credentials cannot be those of a network that is secured like this; `nil` where they may be.
    ///
    /// These are the rules of ``CredentialLimits``. What the protocol carries is no question any more: credentials hold a key
    /// of 64 hex digits, and nothing for enterprise networks.
    private func misfit(_ security: Security) -> JoinFailure? {
        let limits = CredentialLimits(carriesHexKeys: true, carriesEnterprise: false)
        do throws(CredentialFault) {
            _ = try withCredentials { known throws(CredentialFault) in
                try limits.check(ssid: known.ssid, passphrase: known.passphrase, security: security)
            }
            return nil
        } catch {
            return error == .enterpriseNotCarried ? .unsupportedSecurity : .credentialsRefused
        }
    }

    /// Looks for the network of the staged credentials.
    mutating func look(now: Instant) -> Step {
        sawNetwork = false
        sawHidden = false
        seenSecurity = .unspecified
        seenMisfit = nil
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
