import BluetoothLE
import DBus
import ProvisioningProtocols
import Runtime

extension BlueZConnection {
    /// The MTU that BlueZ says, or 23 where it says none.
    var mtu: Int {
        get async {
            let tree = await service.tree
            let told = tree.characteristics(of: device).compactMap { path, _ in
                tree.properties(path, BlueZNames.characteristic)?["MTU"]?.integer
            }.max()
            return min(max(told ?? acquiredMTU ?? 23, 23), 517)
        }
    }

    /// The attribute table, looked up anew each time: BlueZ gives the objects of a changed table other paths. A link whose
    /// services are not resolved by `deadline` is of no use and is ended.
    func services(deadline: Instant) async throws(BluetoothError) -> [Service] {
        let device = device
        do throws(BluetoothError) {
            try await resolved(by: deadline)
            try await tableIsTold(by: deadline)
        } catch {
            if error.code == .timedOut { await disconnect() }
            guard error.code == .disconnected, !wasResolved else { throw error }
            throw BluetoothError(.disconnected, "\(error.detail) before its services were known; \(Self.repairingHint)")
        }
        return await service.tree.services(of: device)
    }

    /// Waits for an answer of BlueZ, before which it sends all signals that it has gathered: that the services are resolved
    /// may be told before their objects are (seen with 5.66).
    private func tableIsTold(by deadline: Instant) async throws(BluetoothError) {
        let arguments: [DBusValue] = [.string(BlueZNames.device), .string("ServicesResolved")]
        do throws(DBusError) {
            _ = try await request(device, BlueZNames.properties, "Get", arguments, deadline: deadline)
        } catch {
            throw failure(error, doing: "reading the attribute table")
        }
    }

    private func resolved(by deadline: Instant) async throws(BluetoothError) {
        if let end { throw end }
        let device = device
        let isOver = try await service.wait(until: deadline) { service -> Bool? in
            guard service.tree.flag("Connected", of: device) else { return true }
            return service.tree.flag("ServicesResolved", of: device) ? false : nil
        }
        if isOver { throw end ?? BluetoothError(.disconnected, "the link has ended") }
    }

    /// The present object of a characteristic.
    func path(of characteristic: CharacteristicID) async throws(BluetoothError) -> String {
        if let end { throw end }
        let tree = await service.tree
        guard let path = tree.characteristics(of: device).first(where: { $0.1 == characteristic })?.0 else {
            throw BluetoothError(.unsupported, "the peripheral has no characteristic \(characteristic.characteristic)")
        }
        return path
    }

    /// Reads a value; BlueZ reads the rest of a long one by itself.
    func read(_ characteristic: CharacteristicID) async throws(BluetoothError) -> [UInt8] {
        let path = try await path(of: characteristic)
        let isOutermost = holdBack(characteristic)
        do throws(DBusError) {
            let reply = try await request(path, BlueZNames.characteristic, "ReadValue", [.properties([:])])
            let value = reply.first?.byteArray ?? []
            if isOutermost { release(characteristic, except: value) }
            return value
        } catch {
            if isOutermost { release(characteristic, except: nil) }
            throw failure(error, doing: "reading")
        }
    }

    /// Writes a value; BlueZ makes a long write of one that does not fit into a packet. A peer on BlueZ 5.66 counts the
    /// handle as part of the value and refuses the last two bytes: it takes 510, and answers more with
    /// `invalidAttributeValueLength`.
    func write(
        _ value: SecretBytes, to characteristic: CharacteristicID, withResponse: Bool
    ) async throws(BluetoothError) {
        guard value.count <= maximumAttributeLength else {
            throw BluetoothError(
                .valueTooLong, "\(value.count) bytes, and an attribute holds \(maximumAttributeLength) at most")
        }
        let path = try await path(of: characteristic)
        if !withResponse {
            let room = await mtu - 3
            guard value.count <= room else {
                throw BluetoothError(.valueTooLong, "\(value.count) bytes, and a packet of this link holds \(room)")
            }
        }
        let options = DBusValue.properties(["type": .string(withResponse ? "request" : "command")])
        do throws(DBusError) {
            _ = try await request(path, BlueZNames.characteristic, "WriteValue", [.secretBytes(value), options])
        } catch {
            throw failure(error, doing: "writing")
        }
    }
}

extension ObjectTree {
    /// The services of a device with their objects, in the order of their handles, which the paths end with.
    private func servicePaths(of device: String) -> [(String, BluetoothUUID)] {
        objects.keys.filter { $0.hasPrefix(device + "/") }.sorted().compactMap { path in
            guard let properties = properties(path, BlueZNames.gattService),
                let uuid = properties["UUID"]?.text.flatMap({ BluetoothUUID($0) })
            else { return nil }
            return (path, uuid)
        }
    }

    /// The characteristics of a device with their objects, in the order of their handles.
    func characteristics(of device: String) -> [(String, CharacteristicID)] {
        let services = Dictionary(servicePaths(of: device)) { first, _ in first }
        return objects.keys.filter { $0.hasPrefix(device + "/") }.sorted().compactMap { path in
            guard let properties = properties(path, BlueZNames.characteristic),
                let uuid = properties["UUID"]?.text.flatMap({ BluetoothUUID($0) }),
                let service = properties["Service"]?.text.flatMap({ services[$0] })
            else { return nil }
            return (path, CharacteristicID(service: service, characteristic: uuid))
        }
    }

    /// The attribute table of a device.
    func services(of device: String) -> [Service] {
        servicePaths(of: device).map { path, uuid in
            let characteristics = objects.keys.filter { $0.hasPrefix(device + "/") }.sorted().compactMap {
                member -> Characteristic? in
                guard let properties = properties(member, BlueZNames.characteristic),
                    properties["Service"]?.text == path,
                    let uuid = properties["UUID"]?.text.flatMap({ BluetoothUUID($0) })
                else { return nil }
                let flags = properties["Flags"]?.texts ?? []
                return Characteristic(uuid: uuid, properties: CharacteristicProperties(flags: flags))
            }
            return Service(uuid: uuid, characteristics: characteristics)
        }
    }
}

extension CharacteristicProperties {
    private static var names: [(String, CharacteristicProperties)] {
        [
            ("read", .read), ("write-without-response", .writeWithoutResponse), ("write", .write),
            ("notify", .notify), ("indicate", .indicate), ("encrypt-read", [.read, .encryptRead]),
            ("encrypt-write", [.write, .encryptWrite]), ("encrypt-notify", [.notify, .encryptNotify]),
            ("encrypt-indicate", [.indicate, .encryptNotify]),
        ]
    }

    /// The properties that BlueZ's `Flags` name; others are left out.
    init(flags: [String]) {
        self = Self.names.reduce(into: []) { if flags.contains($1.0) { $0.formUnion($1.1) } }
    }

    /// The `Flags` for a served characteristic. Those that ask for encryption stand for the plain ones as well, but for
    /// subscriptions, where an older daemon would not know them.
    var flags: [String] {
        var flags: [String] = []
        if contains(.read) { flags.append(contains(.encryptRead) ? "encrypt-read" : "read") }
        if contains(.writeWithoutResponse) { flags.append("write-without-response") }
        if contains(.write) { flags.append(contains(.encryptWrite) ? "encrypt-write" : "write") }
        for (kind, name) in [(Self.notify, "notify"), (Self.indicate, "indicate")] where contains(kind) {
            flags.append(name)
            if contains(.encryptNotify) { flags.append("encrypt-" + name) }
        }
        return flags
    }
}
