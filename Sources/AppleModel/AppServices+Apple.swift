import CoreBluetoothRadio
import CredentialVault
import DeviceDirectory
import Foundation
public import GangwayModel
import KeychainVault
import MessageBroker
import Provisioning
import SQLiteDirectory

extension AppServices {
    /// What an app on Apple's systems is made from: CoreBluetooth, a list of devices in the app's own folder, the broker's plan in the
    /// app's preferences, and secrets in the keychain.
    public static func onThisDevice() -> AppServices {
        AppServices(store: AssembledStore.onThisDevice(), provisioner: Provisioner(central: CoreBluetoothCentral()))
    }
}

extension AssembledStore {
    /// A home in the app's own folder and preferences.
    static func onThisDevice() -> AssembledStore {
        AssembledStore(
            preferences: Preferences(
                read: { UserDefaults.standard.dictionary(forKey: "broker") as? [String: String] },
                write: { UserDefaults.standard.set($0, forKey: "broker") }),
            directory: { () throws(DirectoryError) in try SQLiteDirectory(path: folder + "/devices.sqlite") },
            vault: { () throws(VaultError) in KeychainVault() },
            broker: { _ throws(BrokerError) in
                throw BrokerError(
                    .libraryMissing, fault: .system, summary: "This build has no MQTT.",
                    state: "Nothing was sent.", advice: "Build it with a broker's back end.")
            })
    }

    /// The folder that the system gives the app for what it keeps.
    private static var folder: String {
        let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        return (folders.first?.path ?? NSHomeDirectory()) + "/Gangway"
    }
}
