public import Runtime

/// Where secrets lie that a person need not type again. Each change is whole or not at all, and safe when the call returns.
public protocol CredentialVault: Sendable {
    /// The secret of this name; `nil` where none is kept.
    func secret(_ name: SecretName) async throws(VaultError) -> Secret?

    /// Keeps `secret` under `name`, in the place of one that was kept so before.
    func keep(_ secret: consuming Secret, as name: SecretName) async throws(VaultError)

    /// Forgets the secret of this name; whether there was one.
    @discardableResult
    func forget(_ name: SecretName) async throws(VaultError) -> Bool

    /// The names under which secrets are kept, in no particular order.
    func names() async throws(VaultError) -> [SecretName]
}

/// Why a vault could not do something. No secret is part of it.
public struct VaultError: ExplainedError, Hashable {
    /// The kinds of failure. An open set.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, stable.
        public let rawValue: String

        /// The kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Others could read or replace the key or the vault: it is not used until that is mended.
        public static var exposed: Code { Code(rawValue: "exposed") }
        /// The key is not there, while the vault is.
        public static var keyMissing: Code { Code(rawValue: "keyMissing") }
        /// The vault was sealed with another key.
        public static var wrongKey: Code { Code(rawValue: "wrongKey") }
        /// The vault or its key is damaged; it was left as it is.
        public static var damaged: Code { Code(rawValue: "damaged") }
        /// A newer version of this program made the vault; it was left as it is.
        public static var newerVersion: Code { Code(rawValue: "newerVersion") }
        /// The vault is locked, and nobody unlocked it.
        public static var locked: Code { Code(rawValue: "locked") }
        /// The service that keeps the secrets does not run.
        public static var serviceUnavailable: Code { Code(rawValue: "serviceUnavailable") }
        /// The library of the service that keeps the secrets cannot be loaded.
        public static var libraryMissing: Code { Code(rawValue: "libraryMissing") }
        /// A secret is longer than can be kept, or the vault is full.
        public static var tooLarge: Code { Code(rawValue: "tooLarge") }
        /// There is no room on the disk.
        public static var diskFull: Code { Code(rawValue: "diskFull") }
        /// This program may not read or write there.
        public static var notPermitted: Code { Code(rawValue: "notPermitted") }
        /// The system, or the service, reported a fault.
        public static var storageFailed: Code { Code(rawValue: "storageFailed") }
    }

    /// Whose fault a failure is.
    public enum Fault: String, Hashable, Sendable {
        /// What was asked for cannot be done.
        case caller
        /// What is stored is not as it should be.
        case data
        /// This machine: its disk, its permissions, its services.
        case system
    }

    /// What kind of failure it is.
    public let code: Code
    /// Whose fault it is.
    public let fault: Fault
    /// What failed, a whole sentence.
    public let summary: String
    /// What the state is now, a whole sentence.
    public let state: String
    /// What to do next, a whole sentence.
    public let advice: String

    /// A failure of these facts.
    public init(_ code: Code, fault: Fault, summary: String, state: String, advice: String) {
        self.code = code
        self.fault = fault
        self.summary = summary
        self.state = state
        self.advice = advice
    }
}
