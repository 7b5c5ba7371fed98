// documentation/security/security-framework-result-codes

/// documentation/security/errsecsuccess
public var errSecSuccess: OSStatus { 0 }
/// documentation/security/errsecparam
public var errSecParam: OSStatus { -50 }
/// documentation/security/errsecallocate
public var errSecAllocate: OSStatus { -108 }
/// documentation/security/errsecusercanceled
public var errSecUserCanceled: OSStatus { -128 }
/// documentation/security/errsecnotavailable
public var errSecNotAvailable: OSStatus { -25291 }
/// documentation/security/errsecauthfailed
public var errSecAuthFailed: OSStatus { -25293 }
/// documentation/security/errsecduplicateitem
public var errSecDuplicateItem: OSStatus { -25299 }
/// documentation/security/errsecitemnotfound
public var errSecItemNotFound: OSStatus { -25300 }
/// documentation/security/errsecinteractionnotallowed
public var errSecInteractionNotAllowed: OSStatus { -25308 }
/// documentation/security/errsecmissingentitlement
public var errSecMissingEntitlement: OSStatus { -34018 }
