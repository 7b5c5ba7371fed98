public import Foundation

// What a query is made of. The texts are those that show in one at Apple; nothing rests on them.

/// documentation/security/ksecclass
public var kSecClass: CFString { Key.`class`.text }
/// documentation/security/ksecclassgenericpassword
public var kSecClassGenericPassword: CFString { Key.classGenericPassword.text }
/// documentation/security/ksecattrservice
public var kSecAttrService: CFString { Key.attrService.text }
/// documentation/security/ksecattraccount
public var kSecAttrAccount: CFString { Key.attrAccount.text }
/// documentation/security/ksecattraccessible
public var kSecAttrAccessible: CFString { Key.attrAccessible.text }
/// documentation/security/ksecattraccessiblewhenunlocked
public var kSecAttrAccessibleWhenUnlocked: CFString { Key.attrAccessibleWhenUnlocked.text }
/// documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString {
    Key.attrAccessibleAfterFirstUnlockThisDeviceOnly.text
}
/// documentation/security/ksecusedataprotectionkeychain
public var kSecUseDataProtectionKeychain: CFString { Key.useDataProtectionKeychain.text }
/// documentation/security/ksecvaluedata
public var kSecValueData: CFString { Key.valueData.text }
/// documentation/security/ksecreturndata
public var kSecReturnData: CFString { Key.returnData.text }
/// documentation/security/ksecreturnattributes
public var kSecReturnAttributes: CFString { Key.returnAttributes.text }
/// documentation/security/ksecmatchlimit
public var kSecMatchLimit: CFString { Key.matchLimit.text }
/// documentation/security/ksecmatchlimitone
public var kSecMatchLimitOne: CFString { Key.matchLimitOne.text }
/// documentation/security/ksecmatchlimitall
public var kSecMatchLimitAll: CFString { Key.matchLimitAll.text }

private enum Key {
    static let `class` = Constant("class")
    static let classGenericPassword = Constant("genp")
    static let attrService = Constant("svce")
    static let attrAccount = Constant("acct")
    static let attrAccessible = Constant("pdmn")
    static let attrAccessibleWhenUnlocked = Constant("ak")
    static let attrAccessibleAfterFirstUnlockThisDeviceOnly = Constant("cku")
    static let useDataProtectionKeychain = Constant("nleg")
    static let valueData = Constant("v_Data")
    static let returnData = Constant("r_Data")
    static let returnAttributes = Constant("r_Attributes")
    static let matchLimit = Constant("m_Limit")
    static let matchLimitOne = Constant("m_LimitOne")
    static let matchLimitAll = Constant("m_LimitAll")
}
