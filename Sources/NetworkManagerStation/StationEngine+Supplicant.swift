import DBus
import Runtime
import WiFiStation

/// The names that wpa_supplicant has on D-Bus (wpa_supplicant 2.10, `dbus.doxygen`).
private enum SupplicantName {
    static let service = "fi.w1.wpa_supplicant1"
    static let path = "/fi/w1/wpa_supplicant1"
    static let interface = service + ".Interface"
}

/// What only wpa_supplicant knows: whether it scans or tries, and what became of a passphrase that is proved by SAE.
extension StationEngine {
    /// How long wpa_supplicant may take to name its object for the interface, in milliseconds.
    private static let namingLimit: UInt32 = 1_000
    /// The states in which it looks for an access point or talks to one.
    private static let tries: Set = ["scanning", "authenticating", "associating"]

    /// Has what wpa_supplicant says of this join handled. Where it is not there or does not talk to this user, NetworkManager's
    /// own word has to do.
    func watchSupplicant(on bus: Bus) async {
        guard let path = await supplicantPath(on: bus), let inbox else { return }
        trial = AuthenticationTrial()
        supplicant = try? await bus.observe(
            MatchRule(
                sender: SupplicantName.service, path: path, interface: NetworkManagerName.properties,
                member: "PropertiesChanged", argument0: SupplicantName.interface)
        ) { inbox.yield(.supplicant($0)) }
    }

    /// Whether a scan is under way; `false` where wpa_supplicant may not be asked.
    func supplicantScans(on bus: Bus) async -> Bool {
        guard let path = await supplicantPath(on: bus) else { return false }
        let scans = try? await bus.property(
            "Scanning", of: SupplicantName.interface, at: path, on: SupplicantName.service)
        return scans?.bool ?? false
    }

    /// The object that wpa_supplicant has for the interface.
    private func supplicantPath(on bus: Bus) async -> String? {
        let call = MethodInvocation(
            SupplicantName.service, SupplicantName.path, SupplicantName.service, "GetInterface",
            [.string(facts.interface)], startsService: false)
        return try? await bus.call(call, limit: Self.namingLimit).first?.text
    }

    /// Ends a join whose passphrase was refused; NetworkManager goes on trying, and is stopped by whoever hears of it.
    ///
    /// That it tries is told: after a refused passphrase wpa_supplicant 2.10 passes over the access point in its next scan and
    /// takes it in the one after that, 8 s later, in which NetworkManager sees no change.
    func supplicantSaid(_ signal: DBusSignal) async {
        guard supplicant != nil, let join, join.hasBegun, let change = PropertiesChange(signal) else { return }
        if join.isSAE, trial.isRefused(by: change.changed) {
            trial = AuthenticationTrial()
            link.refuse()
            await report()
        } else if join.isVisible, let state = change.changed["State"]?.text, Self.tries.contains(state) {
            broadcast.tell(.trying, isForced: true)
        }
    }
}
