public import CredentialVault
public import DefaultControl
public import DeviceDirectory
public import GangwayModel
public import MessageBroker

/// A home that is kept in a folder of this machine (``ControlHome``), as the command line keeps it: both see the same devices,
/// broker and secrets.
public struct FileStore: HomeStore {
    private let home: ControlHome

    /// The home in this folder. It is made when something is first written there.
    public init(_ home: ControlHome) { self.home = home }

    /// The device directory in the folder, made where there is none.
    public func directory() async throws(DirectoryError) -> any DeviceDirectory {
        do throws(ControlFileError) { try home.prepare() } catch {
            throw DirectoryError(
                .notPermitted, fault: .system, summary: error.summary, state: "Nothing was read or changed.",
                advice: error.advice)
        }
        return try DefaultControl.directory(home)
    }

    /// The vault that the broker's file chooses, otherwise the one in the folder.
    public func vault() async throws(VaultError) -> any CredentialVault {
        let file = try? BrokerFile(path: home.brokerFile)
        return try DefaultControl.vault(home, file?.vault ?? .file)
    }

    /// What the broker's file says; `nil` where there is none.
    public func brokerPlan() async throws(Problem) -> BrokerPlan? {
        guard let file = try file() else { return nil }
        return BrokerPlan(
            addresses: file.addresses, tls: file.tls, user: file.user, version: file.version,
            listensToEverything: file.listening == .everything)
    }

    /// Writes the broker's file, and keeps the password in the vault; what the plan does not say stays as it is.
    public func keep(_ plan: BrokerPlan, password: BrokerPassword?) async throws(Problem) {
        var file = try merged(plan)
        if let password {
            file.passwordFile = nil
            try await keep(password, for: file)
        }
        do throws(ControlFileError) {
            try home.prepare()
            try file.write(to: home.brokerFile)
        } catch {
            throw Problem(settings: error)
        }
    }

    private func keep(_ password: BrokerPassword, for file: BrokerFile) async throws(Problem) {
        do throws(ControlFileError) { try home.prepare() } catch { throw Problem(settings: error) }
        do throws(VaultError) {
            let vault = try DefaultControl.vault(home, file.vault)
            for name in file.addresses.compactMap({ file.secretName(at: $0) }) {
                try await vault.keep(Secret(password), as: name)
            }
        } catch {
            throw Problem(error)
        }
    }

    /// A connection by `plan`, with the password that is given or kept.
    public func broker(_ plan: BrokerPlan, password: BrokerPassword?) async throws(Problem) -> any Broker {
        let file = try merged(plan)
        let settings = try await settings(file, password)
        do throws(BrokerError) { return try DefaultControl.broker(settings) } catch { throw Problem(error) }
    }

    private func settings(_ file: BrokerFile, _ password: BrokerPassword?) async throws(Problem) -> BrokerSettings {
        if let user = file.user, let password {
            var settings = file.settings
            settings.login = BrokerLogin(user: user, password: password)
            return settings
        }
        do throws(DefaultControl.SettingsError) {
            return try await DefaultControl.settings(file, in: home)
        } catch {
            switch error {
            case .file(let error): throw Problem(settings: error)
            case .vault(let error): throw Problem(error)
            }
        }
    }

    private func file() throws(Problem) -> BrokerFile? {
        do throws(ControlFileError) {
            return try BrokerFile(path: home.brokerFile)
        } catch {
            if error.code == .brokerMissing { return nil }
            throw Problem(settings: error)
        }
    }

    /// The present file with what the plan says.
    private func merged(_ plan: BrokerPlan) throws(Problem) -> BrokerFile {
        var file = try file() ?? BrokerFile(addresses: plan.addresses)
        file.addresses = plan.addresses
        file.tls = plan.tls
        file.user = plan.user
        if plan.user == nil { file.passwordFile = nil }
        file.version = plan.version
        file.listening = plan.listensToEverything ? .everything : .topics
        return file
    }
}

extension Problem {
    /// Why the broker's file, or one that it names, cannot be used.
    fileprivate init(settings error: ControlFileError) {
        let code: String
        switch error.code {
        case .exposed: code = "exposed"
        case .unwritable: code = "unwritable"
        case .passwordMissing: code = "passwordMissing"
        default: code = "unreadable"
        }
        let word = "settings.\(code)"
        self.init(
            word, summary: Sentence(Word(rawValue: word)), advice: Sentence(Word(rawValue: word + ".next")),
            next: .openSettings, detail: error.description)
    }
}
