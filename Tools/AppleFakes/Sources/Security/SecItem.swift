public import Foundation

/// documentation/security/secitemadd(_:_:)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    Keychain.perform(attributes, allowing: Query.ofItems.union([kSecValueData, kSecAttrAccessible])) { query in
        Keychain.add(query)
    }
}

/// documentation/security/secitemcopymatching(_:_:)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    let wishes: Set<CFString> = [kSecReturnData, kSecReturnAttributes, kSecMatchLimit]
    return Keychain.perform(query, allowing: Query.ofItems.union(wishes)) { query in
        // A value of each of several passwords is not given out.
        guard !(query.wantsAll && query.wantsData) else { return errSecParam }
        let (status, found) = Keychain.copies(query)
        guard status == errSecSuccess else { return status }
        result?.pointee = query.wantsAll ? NSArray(array: found) : found.first
        return errSecSuccess
    }
}

/// documentation/security/secitemupdate(_:_:)
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    Keychain.perform(query, allowing: Query.ofItems) { query in Keychain.update(query, attributesToUpdate) }
}

/// documentation/security/secitemdelete(_:)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    Keychain.perform(query, allowing: Query.ofItems) { query in Keychain.delete(query) }
}

/// What one of these calls was given.
struct Query {
    let service: String?
    let account: String?
    let isProtected: Bool
    let value: Data?
    let accessible: String?
    let wantsAll: Bool
    let wantsData: Bool
    let wantsAttributes: Bool

    /// What an item is found by.
    static var ofItems: Set<CFString> {
        [kSecClass, kSecAttrService, kSecAttrAccount, kSecUseDataProtectionKeychain]
    }

    /// `nil` where a key is not one of `allowed` or a value is not what it has to be.
    init?(_ dictionary: CFDictionary, allowing allowed: Set<CFString>) {
        let keys = Set(dictionary.allKeys.compactMap { $0 as? String }.map { NSString(string: $0) })
        guard keys.count == dictionary.count, keys.isSubset(of: allowed),
            dictionary[kSecClass] as? String == kSecClassGenericPassword as String
        else { return nil }
        service = dictionary[kSecAttrService] as? String
        account = dictionary[kSecAttrAccount] as? String
        isProtected = dictionary[kSecUseDataProtectionKeychain] as? Bool ?? false
        // A copy: the caller's memory may be lent.
        value = (dictionary[kSecValueData] as? Data).map { Data(Array($0)) }
        accessible = dictionary[kSecAttrAccessible] as? String
        wantsAll = dictionary[kSecMatchLimit] as? String == kSecMatchLimitAll as String
        wantsData = dictionary[kSecReturnData] as? Bool ?? false
        wantsAttributes = dictionary[kSecReturnAttributes] as? Bool ?? false
    }
}
