import MosquittoBroker
import SQLiteDirectory
import SecretServiceVault

/// What steering and listing devices need of the machine. Each is loaded when it is first needed, so that a program that only
/// sets devices up does without.
public enum ControlLibrary: String, CaseIterable, Sendable {
    /// For brokers; with its OpenSSL.
    case mosquitto = "libmosquitto"
    /// For the device directory.
    case sqlite = "SQLite"
    /// For the Secret Service.
    case secret = "libsecret"

    /// What a person calls it.
    public var name: String { self == .mosquitto ? "libmosquitto with OpenSSL" : rawValue }

    /// Debian's package of it.
    public var package: String {
        switch self {
        case .mosquitto: "libmosquitto1"
        case .sqlite: "libsqlite3-0"
        case .secret: "libsecret-1-0"
        }
    }

    /// What does not work without it, for a person.
    public var purpose: String {
        switch self {
        case .mosquitto: "steering devices over MQTT"
        case .sqlite: "the list of devices"
        case .secret: "keeping passwords in the Secret Service"
        }
    }

    /// Whether it can be used; it is loaded to find out.
    public var isHere: Bool {
        switch self {
        case .mosquitto: (try? MosquittoBroker.loadLibrary()) != nil
        case .sqlite: (try? SQLiteDirectory.loadLibrary()) != nil
        case .secret: (try? SecretServiceVault.loadLibrary()) != nil
        }
    }
}
