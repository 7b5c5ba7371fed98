extension WiFiSet {
    /// WiFiSet carries at most 63 bytes and nothing for enterprise networks.
    public static var credentialLimits: CredentialLimits {
        CredentialLimits(carriesHexKeys: false, carriesEnterprise: false)
    }
}
