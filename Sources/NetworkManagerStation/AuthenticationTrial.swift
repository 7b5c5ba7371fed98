import DBus

/// What wpa_supplicant says of proving a passphrase by SAE, in one try of NetworkManager's.
///
/// SAE comes before association (IEEE 802.11-2020 §12.4), where NetworkManager sees no change for its 25 seconds. A refused
/// passphrase shows here in one of two ways. Where the access point finds out first, it answers with a status code; where
/// the supplicant does, since the access point's own confirmation does not fit, it falls back with no code at all.
struct AuthenticationTrial: Equatable {
    /// `WLAN_STATUS_CHALLENGE_FAIL` (IEEE 802.11-2020, table 9-50): what the station confirmed does not fit.
    private static let challengeFailed = 15
    /// One fall may be the radio's fault: an answer that was lost.
    private static let fallsOfRefusal = 2

    private var isAuthenticating = false
    private var falls = 0

    /// Takes in properties of a `fi.w1.wpa_supplicant1.Interface` that changed; `true` when the passphrase is refused.
    mutating func isRefused(by changed: [String: DBusValue]) -> Bool {
        if let state = changed["State"]?.text {
            let isFall = isAuthenticating && ["disconnected", "inactive", "scanning"].contains(state)
            isAuthenticating = state == "authenticating"
            if isFall {
                falls += 1
            } else if !isAuthenticating, !["disconnected", "inactive", "scanning"].contains(state) {
                falls = 0  // it is past that
            }
        }
        return changed["AuthStatusCode"]?.integer == Self.challengeFailed || falls >= Self.fallsOfRefusal
    }
}
