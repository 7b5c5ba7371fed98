import CredentialVault
import ProvisioningProtocols
public import Runtime

extension ConnectModel {
    /// Chooses a network of the list. A hidden one has no name: that is typed in.
    public func pick(_ id: NetworkEntry.ID) {
        guard stage == .networks || stage == .credentials, let entry = networks.entries.first(where: { $0.id == id })
        else { return }
        guard !entry.isHidden else {
            problem = Problem("networks", "hidden", nil, .chooseNetwork)
            return
        }
        choose(
            NetworkChoice(
                ssid: entry.ssid, security: entry.security, isTyped: false, isHidden: false,
                accessPoints: entry.accessPoints))
    }

    /// Chooses a network by its name, which may be hidden; `isOpen` where the person says that it has no passphrase. A name that
    /// is empty or longer than 32 bytes is a ``problem`` at this stage.
    public func type(_ name: String, isOpen: Bool = false) {
        guard stage == .networks || stage == .credentials else { return }
        guard let ssid = SSID(name), ssid.count > 0 else {
            problem = Problem("networks", name.isEmpty ? "nameEmpty" : "nameTooLong", nil, .chooseNetwork)
            return
        }
        choose(
            NetworkChoice(
                ssid: ssid, security: isOpen ? .open : .unspecified, isTyped: true, isHidden: true, accessPoints: []))
    }

    private func choose(_ choice: NetworkChoice) {
        if choice.ssid != self.choice?.ssid { forgetTyped() }
        self.choice = choice
        particular = .any
        problem = nil
        stage = .credentials
        hasRememberedPassphrase = false
        guard choice.needsPassphrase else { return }
        Task { [weak self, store = home.services.store] in
            guard let name = SecretName.network(choice.ssid.bytes) else { return }
            let names = try? await store.vault().names()
            guard let self, self.choice == choice else { return }
            self.hasRememberedPassphrase = names?.contains(name) ?? false
        }
    }

    /// Keeps what the person typed as the passphrase, in the place of what was typed before.
    public func type(passphrase: SecretBytes) {
        self.passphrase = passphrase
        hasTypedPassphrase = !passphrase.isEmpty
    }

    private func forgetTyped() {
        passphrase = SecretBytes()
        hasTypedPassphrase = false
    }

    /// The credentials of the chosen network, with what the person typed or the vault has.
    func credentials(
        _ choice: NetworkChoice, for capabilities: ProvisioningCapabilities
    ) async throws(Problem) -> Credentials {
        let typed: SecretBytes
        if !choice.needsPassphrase {
            typed = SecretBytes()
        } else if passphrase.isEmpty, hasRememberedPassphrase {
            typed = try await remembered(choice)
        } else {
            typed = passphrase
        }
        guard let passphrase = typed.withBytes({ Passphrase($0) }) else {
            throw Problem("provisioning", "invalidPassphrase", nil, .correctPassphrase)
        }
        var credentials = Credentials(
            ssid: choice.ssid, passphrase: passphrase, security: choice.security, isHidden: choice.isHidden,
            isVolatile: !keepsAfterRestart && capabilities.carriesVolatile)
        switch capabilities.choosesAccessPoint ? particular : .any {
        case .any:
            // What the wire calls its security is the strongest access point's, which a device joins by itself.
            credentials.wireSecurity = choice.accessPoints.first?.point.wireSecurity
        case .accessPoint(let entry):
            credentials.bssid = entry.point.bssid
            credentials.channel = entry.point.channel
            credentials.band = entry.point.band
            credentials.wireSecurity = entry.point.wireSecurity
        case .band(let band): credentials.band = band
        case .channel(let channel): credentials.channel = channel
        }
        return credentials
    }

    private func remembered(_ choice: NetworkChoice) async throws(Problem) -> SecretBytes {
        do throws(VaultError) {
            if let name = SecretName.network(choice.ssid.bytes),
                let secret = try await home.services.store.vault().secret(name)
            {
                return secret.withBytes { SecretBytes(copying: $0) }
            }
        } catch {
            throw Problem(error)
        }
        throw Problem("networks", "notRemembered", nil, .correctPassphrase)
    }

    /// Keeps the passphrase that has worked, where the person wants that; what fails is told beside the result.
    func remember(_ choice: NetworkChoice) async {
        guard remembersPassphrase, !passphrase.isEmpty, let name = SecretName.network(choice.ssid.bytes),
            let secret = passphrase.withBytes({ Secret($0) })
        else { return }
        do throws(VaultError) {
            try await home.services.store.vault().keep(secret, as: name)
            home.note(Sentence("activity.remembered", choice.name))
        } catch {
            problem = Problem(error)
        }
    }
}
