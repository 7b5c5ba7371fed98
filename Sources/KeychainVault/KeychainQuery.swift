import CredentialVault
import Foundation
import Security

/// What the keychain is asked: the one place that knows Core Foundation's side of it.
///
/// An `NSDictionary` is a `CFDictionary` on Apple's systems, and both ways of reading one give Swift's own values back, so that the
/// rest is written in those.
struct KeychainQuery {
    private var attributes: [CFString: Any]

    /// The items of `service` in this app's keychain; those of `name` alone, where one is given.
    init(service: String, name: SecretName? = nil) {
        attributes = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecUseDataProtectionKeychain: true,
        ]
        if let name { attributes[kSecAttrAccount] = Self.account(of: name) }
    }

    /// How many bytes the kind has, the kind and the label: either may hold any character.
    static func account(of name: SecretName) -> String {
        "\(name.kind.rawValue.utf8.count):\(name.kind.rawValue):\(name.label)"
    }

    /// The name that an item has; `nil` for one that has none of ours.
    static func name(of account: String) -> SecretName? {
        let parts = account.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let digits = String(parts[0]), let count = Int(digits), count >= 0,
            count < parts[1].count, parts[1].dropFirst(count).first == UInt8(ascii: ":"),
            let kind = String(parts[1].prefix(count)), let label = String(parts[1].dropFirst(count + 1))
        else { return nil }
        return SecretName(SecretName.Kind(rawValue: kind), label)
    }

    /// Adds the item with `value`, to be had from the first unlocking of the device on, and on this device alone.
    func add(_ value: Data) -> OSStatus {
        var all = attributes
        all[kSecValueData] = value
        all[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        return SecItemAdd(NSDictionary(dictionary: all) as CFDictionary, nil)
    }

    /// Puts `value` in the place of the item's own.
    func update(_ value: Data) -> OSStatus {
        let changes: [CFString: Any] = [
            kSecValueData: value, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        return SecItemUpdate(dictionary, NSDictionary(dictionary: changes) as CFDictionary)
    }

    func delete() -> OSStatus { SecItemDelete(dictionary) }

    /// The item's value.
    func value() -> (status: OSStatus, value: Data?) {
        let (status, found) = match([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne])
        return (status, found as? Data)
    }

    /// The accounts of all items.
    func accounts() -> (status: OSStatus, accounts: [String]) {
        let (status, found) = match([kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll])
        let items = found as? [NSDictionary] ?? []
        return (status, items.compactMap { $0[kSecAttrAccount] as? String })
    }

    private func match(_ wishes: [CFString: Any]) -> (OSStatus, CFTypeRef?) {
        var all = attributes
        all.merge(wishes) { _, wish in wish }
        var result: CFTypeRef?
        let status = SecItemCopyMatching(NSDictionary(dictionary: all) as CFDictionary, &result)
        return (status, result)
    }

    private var dictionary: CFDictionary { NSDictionary(dictionary: attributes) as CFDictionary }
}
