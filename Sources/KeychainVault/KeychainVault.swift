public import CredentialVault
import Foundation
import Runtime
import Security

/// Secrets in the keychain of Apple's systems: the app's own part of the data protection keychain.
///
/// Each is a generic password of its service. It can be read from the first unlocking of the device after a start on, so that an
/// app in the background can too, and stays on this device: it goes into no backup that another device could read, and into no
/// iCloud. On a Mac the app has to be signed with an entitlement for its keychain, otherwise each call fails as `notPermitted`.
///
/// The memory of a secret that is kept is lent to the system, not copied; what the system copies or gives out is its own, and
/// is not wiped by this.
public actor KeychainVault: CredentialVault {
    /// A queue of its own, since the keychain blocks.
    nonisolated let executor = QueueExecutor(label: "gangway.keychain")
    /// What the actor runs on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let service: String

    /// The vault of this app.
    /// - Parameter service: tells its items from others of the app.
    public init(service: String = "gangway") { self.service = service }

    /// The secret of this name; `nil` where none is kept.
    public func secret(_ name: SecretName) throws(VaultError) -> Secret? {
        let (status, value) = KeychainQuery(service: service, name: name).value()
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess else { throw VaultError(keychain: status) }
        // An empty value may come as none.
        let data = value ?? Data()
        let secret = Secret(capacity: data.count) { memory in
            guard memory.count == data.count else { return 0 }
            return data.copyBytes(to: memory)
        }
        guard secret.count == data.count else { throw .noMemoryForSecret }
        return secret
    }

    /// Keeps a secret, in the place of one that was kept so before.
    public func keep(_ secret: consuming Secret, as name: SecretName) throws(VaultError) {
        guard secret.count <= Secret.maximumLength else { throw .secretTooLong }
        let query = KeychainQuery(service: service, name: name)
        let status = secret.withBytes { bytes in
            // Never written to, and gone before the secret is.
            let data = bytes.baseAddress.map {
                Data(
                    bytesNoCopy: UnsafeMutableRawPointer(mutating: $0), count: bytes.count, deallocator: .none)
            }
            var status = query.update(data ?? Data())
            if status == errSecItemNotFound { status = query.add(data ?? Data()) }
            // Another process of the app was faster.
            return status == errSecDuplicateItem ? query.update(data ?? Data()) : status
        }
        guard status == errSecSuccess else { throw VaultError(keychain: status) }
    }

    /// Forgets the secret of this name; whether there was one.
    @discardableResult
    public func forget(_ name: SecretName) throws(VaultError) -> Bool {
        let status = KeychainQuery(service: service, name: name).delete()
        if status == errSecItemNotFound { return false }
        guard status == errSecSuccess else { throw VaultError(keychain: status) }
        return true
    }

    /// The names under which secrets are kept.
    public func names() throws(VaultError) -> [SecretName] {
        let (status, accounts) = KeychainQuery(service: service).accounts()
        if status == errSecItemNotFound { return [] }
        guard status == errSecSuccess else { throw VaultError(keychain: status) }
        return accounts.compactMap(KeychainQuery.name)
    }
}

extension VaultError {
    /// What a status of the keychain means (documentation/security/security-framework-result-codes).
    init(keychain status: OSStatus) {
        let summary = "The keychain reported status \(status)."
        switch status {
        case errSecInteractionNotAllowed, errSecAuthFailed, errSecUserCanceled:
            self.init(
                .locked, fault: .system, summary: "\(summary) It is locked.", state: "Nothing was read or changed.",
                advice: "Unlock the device once after its start, then try again.")
        case errSecMissingEntitlement:
            self.init(
                .notPermitted, fault: .system, summary: "\(summary) This app has no keychain of its own.",
                state: "Nothing was read or changed.",
                advice: "Sign the app with a team, and on a Mac with the entitlement keychain-access-groups.")
        case errSecNotAvailable:
            self.init(
                .serviceUnavailable, fault: .system, summary: "\(summary) There is none.",
                state: "Nothing was read or changed.", advice: "Restart the device, then try again.")
        case errSecAllocate: self = .noMemoryForSecret
        default:
            self.init(
                .storageFailed, fault: .system, summary: summary, state: "The change was not confirmed.",
                advice: "Look the number up with `security error \(status)` on a Mac, then try again.")
        }
    }
}
