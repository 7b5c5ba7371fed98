import BluetoothLE
import DefaultControl
import GangwayCommandLine
import DefaultModel
import DefaultPlatform
import DeviceCatalogue
import GangwayModel
import MessageBroker
import Provisioning
import WebServer

extension HubOptions {
    /// The folder of ``data``, made where it is missing.
    func home() throws(HubFailure) -> ControlHome {
        do throws(ControlFileError) {
            let home = try ControlHome.standard(data)
            try home.prepare()
            return home
        } catch {
            throw HubFailure(error)
        }
    }

    /// What the home is made from.
    func services(_ folder: ControlHome) async throws(HubFailure) -> AppServices {
        let catalogue = try catalogue(in: folder)
        let store = FileStore(folder)
        if let broker { try await choose(broker, store) }
        do throws(BluetoothError) {
            let provisioner = Provisioner(central: try DefaultPlatform.central(radio), catalogue: catalogue)
            return AppServices(store: store, provisioner: provisioner, catalogue: catalogue)
        } catch {
            throw HubFailure(error)
        }
    }

    private func catalogue(in folder: ControlHome) throws(HubFailure) -> DeviceCatalogue {
        let named = catalogue ?? ControlHome.variable("GANGWAY_CATALOGUE")
        let read: [UInt8]?
        do throws(ControlFileError) {
            read = try SmallFile.read(named ?? folder.catalogue, limit: DeviceCatalogue.maximumFileLength)
        } catch {
            throw HubFailure(error)
        }
        guard let read else {
            guard let named else { return DeviceCatalogue() }
            throw HubFailure("The catalogue \(named) is not there.", "Name another one.")
        }
        do throws(CatalogueError) { return try DeviceCatalogue(json: read) } catch {
            throw HubFailure("The catalogue cannot be used: \(error)", "Docs/devices.schema.json tells what it holds.")
        }
    }

    /// Has the home use the broker that was named from now on, as its settings' page would.
    private func choose(_ source: BrokerSource, _ store: FileStore) async throws(HubFailure) {
        let plan: BrokerPlan
        switch source {
        case .plan(let named): plan = named
        case .file(let path):
            do throws(ControlFileError) {
                let file = try BrokerFile(path: path)
                plan = BrokerPlan(
                    addresses: file.addresses, tls: file.tls, user: file.user, version: file.version,
                    listensToEverything: file.listening == .everything)
            } catch {
                throw HubFailure(error)
            }
        }
        do throws(Problem) { try await store.keep(plan, password: nil) } catch {
            throw HubFailure(error.summary.text(.english), error.advice.text(.english), .machineCannot, fault: .system)
        }
    }

    /// How the server listens.
    func serverSettings() throws(HubFailure) -> WebServerSettings {
        var settings = WebServerSettings(address: address, port: port)
        if let certificate, let key {
            settings.tls = WebServerSettings.TLS(
                certificates: try Self.file(certificate), key: try Self.file(key))
        }
        return settings
    }

    private static func file(_ path: String) throws(HubFailure) -> [UInt8] {
        let read: [UInt8]?
        do throws(ControlFileError) { read = try SmallFile.read(path, limit: 65_536) } catch {
            throw HubFailure(error)
        }
        guard let read else { throw HubFailure("The file \(path) is not there.", "Name another one.") }
        return read
    }
}
