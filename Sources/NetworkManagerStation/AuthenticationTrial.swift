import DBus

/// What wpa_supplicant says of proving a passphrase by SAE, in one try of NetworkManager's.
///
/// SAE comes before association (IEEE 802.11-2020 §12.4), where NetworkManager sees no change for its 25 seconds. With a
/// wrong passphrase, wpa_supplicant 2.10 at a hostapd 2.10 has status 0 for the commitment, and then falls from
/// *authenticating* to *disconnected* with status 1, *unspecified failure*, in the same signal; it scans and does so again
/// 4 s later. Status 1 is said of much else, so that the falls are counted. An access point may also say *challenge failed*,
/// which is a refusal by itself.
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
