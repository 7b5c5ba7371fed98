import DBus
import Runtime

/// The names that wpa_supplicant has on D-Bus (wpa_supplicant 2.10, `dbus.doxygen`).
private enum SupplicantName {
    static let service = "fi.w1.wpa_supplicant1"
    static let path = "/fi/w1/wpa_supplicant1"
    static let interface = service + ".Interface"
}

/// Watching wpa_supplicant while a join proves its passphrase by SAE.
extension StationEngine {
    /// How long wpa_supplicant may take to name its object for the interface, in milliseconds.
    private static let namingLimit: UInt32 = 1_000

    /// Has what wpa_supplicant says of this join handled. Where it is not there or does not talk to this user, NetworkManager's
    /// own word has to do.
    func watchSupplicant(on bus: Bus) async {
        let call = MethodInvocation(
            SupplicantName.service, SupplicantName.path, SupplicantName.service, "GetInterface",
            [.string(facts.interface)], startsService: false)
        guard let path = try? await bus.call(call, limit: Self.namingLimit).first?.text, let inbox else { return }
        trial = AuthenticationTrial()
        supplicant = try? await bus.observe(
            MatchRule(
                sender: SupplicantName.service, path: path, interface: NetworkManagerName.properties,
                member: "PropertiesChanged", argument0: SupplicantName.interface)
        ) { inbox.yield(.supplicant($0)) }
    }

    /// Ends a join whose passphrase was refused; NetworkManager goes on trying, and is stopped by whoever hears of it.
    func supplicantSaid(_ signal: DBusSignal) async {
        guard supplicant != nil, join?.hasBegun == true, let change = PropertiesChange(signal),
            trial.isRefused(by: change.changed)
        else { return }
        trial = AuthenticationTrial()
        link.refuse()
        await report()
    }
}
