import DBus
import ProvisioningProtocols
import Runtime

/// What the services on the system bus say.
struct BusFacts: Equatable {
    /// How a service stands.
    enum Service: Equatable {
        case running
        case notRunning
        case notPermitted
    }

    /// Whether the system bus can be reached; why not, otherwise.
    var busFailure: String?
    var bluetoothd = Service.notRunning
    /// Whether each adapter is powered, by its name.
    var powered: [String: Bool] = [:]
    var networkManager = Service.notRunning
    var networkManagerVersion: String?
    /// Whether NetworkManager's Wi-Fi switch is on.
    var isWiFiEnabled: Bool?

    private static let limit: UInt32 = 3_000

    /// Asks the system bus.
    static func read(time: any TimeSource) async -> BusFacts {
        var facts = BusFacts()
        do throws(DBusError) {
            let bus = try Bus(.system, time: time)
            await facts.ask(bus)
            await bus.close()
        } catch {
            facts.busFailure = error.description
        }
        return facts
    }

    private mutating func ask(_ bus: Bus) async {
        do throws(DBusError) {
            _ = try await bus.owner(of: "org.freedesktop.DBus")
        } catch {
            busFailure = error.description
            return
        }
        bluetoothd = await service("org.bluez", bus)
        if bluetoothd == .running { await askBlueZ(bus) }
        networkManager = await service("org.freedesktop.NetworkManager", bus)
        if networkManager == .running { await askNetworkManager(bus) }
    }

    private func service(_ name: String, _ bus: Bus) async -> Service {
        let owner = try? await bus.owner(of: name)
        return owner.flatMap(\.self) == nil ? .notRunning : .running
    }

    private mutating func askBlueZ(_ bus: Bus) async {
        do throws(DBusError) {
            let objects = try await bus.managedObjects(at: "/", on: "org.bluez", limit: Self.limit)
            for (path, interfaces) in objects {
                guard let adapter = interfaces["org.bluez.Adapter1"], let name = path.split(separator: "/").last else {
                    continue
                }
                powered[String(name)] = adapter["Powered"]?.bool ?? false
            }
        } catch {
            if error.isAccessDenied { bluetoothd = .notPermitted }
        }
    }

    private mutating func askNetworkManager(_ bus: Bus) async {
        let path = "/org/freedesktop/NetworkManager"
        let name = "org.freedesktop.NetworkManager"
        do throws(DBusError) {
            networkManagerVersion = try await bus.property("Version", of: name, at: path, on: name).text
            isWiFiEnabled = try await bus.property("WirelessEnabled", of: name, at: path, on: name).bool
        } catch {
            if error.isAccessDenied { networkManager = .notPermitted }
        }
    }
}
