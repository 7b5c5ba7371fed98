import Foundation
import Runtime

/// What tests steer: the keychain of this process, in memory.
///
/// It has no counterpart at Apple, so that it shows itself only to `@_spi(Control) import Security`.
@_spi(Control) public enum Keychain {
    /// The state of the device and of the program.
    public enum State: Sendable {
        /// In use.
        case unlocked
        /// Locked, and unlocked before since its start.
        case locked
        /// Not unlocked since its start.
        case beforeFirstUnlock
        /// The program is not signed for a keychain of its own.
        case withoutEntitlement
    }

    /// The state for the calls of this task.
    @TaskLocal public static var state = State.unlocked

    /// By what an item is one of its own: a second of the same is refused.
    struct Identity: Hashable {
        /// A Mac has an older keychain beside the one that is meant.
        let isProtected: Bool
        let service: String
        let account: String
    }

    struct Item {
        var value: Data
        var accessible: String
    }

    private static let items = Lock<[Identity: Item]>([:])

    static func perform(
        _ dictionary: CFDictionary, allowing keys: Set<CFString>, _ body: (Query) -> OSStatus
    ) -> OSStatus {
        guard let query = Query(dictionary, allowing: keys) else { return errSecParam }
        if state == .withoutEntitlement, query.isProtected { return errSecMissingEntitlement }
        return body(query)
    }

    /// Whether an item can be had in this state.
    private static func isOpen(_ accessible: String) -> Bool {
        switch state {
        case .unlocked: true
        case .locked: accessible == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String
        case .beforeFirstUnlock, .withoutEntitlement: false
        }
    }

    private static func matches(_ identity: Identity, _ query: Query) -> Bool {
        identity.isProtected == query.isProtected && identity.service == query.service ?? identity.service
            && identity.account == query.account ?? identity.account
    }

    static func add(_ query: Query) -> OSStatus {
        let identity = Identity(
            isProtected: query.isProtected, service: query.service ?? "", account: query.account ?? "")
        let accessible = query.accessible ?? kSecAttrAccessibleWhenUnlocked as String
        guard isOpen(accessible) else { return errSecInteractionNotAllowed }
        let item = Item(value: query.value ?? Data(), accessible: accessible)
        return items.withLock { items in
            guard items[identity] == nil else { return errSecDuplicateItem }
            items[identity] = item
            return errSecSuccess
        }
    }

    static func copies(_ query: Query) -> (OSStatus, [NSObject]) {
        let found = items.withLock { $0 }.filter { matches($0.key, query) }
        guard !found.isEmpty else { return (errSecItemNotFound, []) }
        guard !query.wantsData || found.values.allSatisfy({ isOpen($0.accessible) }) else {
            return (errSecInteractionNotAllowed, [])
        }
        return (
            errSecSuccess,
            found.map { identity, item in
                if query.wantsData, !query.wantsAttributes { return NSData(data: item.value) }
                var attributes: [CFString: Any] = [
                    kSecClass: kSecClassGenericPassword, kSecAttrService: identity.service,
                    kSecAttrAccount: identity.account, kSecAttrAccessible: item.accessible,
                ]
                if query.wantsData { attributes[kSecValueData] = item.value }
                return NSDictionary(dictionary: attributes)
            }
        )
    }

    static func update(_ query: Query, _ changes: CFDictionary) -> OSStatus {
        let value = (changes[kSecValueData] as? Data).map { Data(Array($0)) }
        let accessible = changes[kSecAttrAccessible] as? String
        let found = items.withLock { $0 }.filter { matches($0.key, query) }
        guard !found.isEmpty else { return errSecItemNotFound }
        guard found.values.allSatisfy({ isOpen($0.accessible) }) else { return errSecInteractionNotAllowed }
        items.withLock { items in
            for identity in found.keys {
                if let value { items[identity]?.value = value }
                if let accessible { items[identity]?.accessible = accessible }
            }
        }
        return errSecSuccess
    }

    static func delete(_ query: Query) -> OSStatus {
        items.withLock { items in
            let found = items.keys.filter { matches($0, query) }
            for identity in found { items[identity] = nil }
            return found.isEmpty ? errSecItemNotFound : errSecSuccess
        }
    }
}
