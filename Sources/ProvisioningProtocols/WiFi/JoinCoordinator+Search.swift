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
        outcome = .nothing
        if phase == .looking { finishLooking(complete) }
        return outcome
    }

    private mutating func finishLooking(_ complete: Bool) {
        if sawNetwork, complete, let seenMisfit { return fail(seenMisfit) }
        let isHidden = withCredentials { $0.isHidden } ?? false
        guard sawNetwork || complete && !isHidden else { return beginJoin() }
        guard sawNetwork || sawHidden else { return fail(.networkNotFound) }
        refine(isSeen: sawNetwork, security: seenSecurity)
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
    mutating func look(now: Instant) {
        sawNetwork = false
        sawHidden = false
        seenSecurity = .unspecified
        seenMisfit = nil
        phase = .looking
        endsAt = now + Self.scanLimit + 1_000  // the scan's own limit comes first
        come(to: .scan)
    }

    /// Makes the credentials safe once more where the scan told something new of their network, that it `isSeen` and how it is
    /// secured, or that it hides; then joins.
    private mutating func refine(isSeen: Bool, security: Security) {
        endWait()
        guard credentials?.learn(isSeen ? security : nil) == true else { return beginJoin() }
        phase = .refining
        come(to: .stage)
    }
}

extension Credentials {
    /// Takes over how the network is secured, where that was not known and the passphrase suits it, or, where it was not seen,
    /// that it hides its name; `false` where nothing has changed.
    fileprivate mutating func learn(_ seen: Security?) -> Bool {
        guard let seen else {
            isHidden = true
            return true
        }
        guard security == .unspecified, seen.needsPassphrase != passphrase.isEmpty else { return false }
        security = seen
        return true
    }
}
