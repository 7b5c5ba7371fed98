import BluetoothLE
import ProvisioningProtocols
import Runtime

/// What a peripheral in a directory advertises, as the bytes of a file: a version, the signal, then name, services and
/// service data, each behind its length. Read as untrusted: any other file is passed over.
enum AdvertisementFile {
    static let suffix = ".advertisement"
    /// The longest file that is read.
    static let maximumLength = 8_192
    private static let version: UInt8 = 1

    /// Checks that an advertisement fits the air.
    static func check(_ advertisement: Advertisement) throws(BluetoothError) {
        // 248 bytes is the longest device name (Core Specification 5.4, Vol 3 Part C §12.1); the others are this air's own.
        guard advertisement.name.utf8.count <= 248 else {
            throw BluetoothError(.advertisementRefused, "the name is longer than 248 bytes")
        }
        guard advertisement.services.count <= 16, advertisement.serviceData.count <= 16 else {
            throw BluetoothError(.advertisementRefused, "more than 16 services")
        }
        guard advertisement.serviceData.values.allSatisfy({ $0.count <= 255 }) else {
            throw BluetoothError(.advertisementRefused, "service data of more than 255 bytes")
        }
    }

    static func encode(_ discovery: Discovery) -> [UInt8] {
        var bytes: [UInt8] = [version, UInt8(bitPattern: discovery.signal?.rawValue ?? 0)]
        let name = Array((discovery.name ?? "").utf8.prefix(255))
        bytes.append(UInt8(name.count))
        bytes += name
        bytes.append(UInt8(clamping: discovery.services.count))
        for service in discovery.services.prefix(255) { append(service, to: &bytes) }
        bytes.append(UInt8(clamping: discovery.serviceData.count))
        for (service, data) in discovery.serviceData.prefix(255) {
            append(service, to: &bytes)
            bytes.append(UInt8(clamping: data.count))
            bytes += data.prefix(255)
        }
        return bytes
    }

    /// What the peripheral with `id` advertises; `nil` where the bytes are not such a file.
    static func decode(_ bytes: [UInt8], id: PeripheralID) -> Discovery? {
        var reader = ByteReader(bytes[...])
        guard reader.byte() == version, let signal = reader.byte(), let length = reader.byte(),
            let name = reader.take(Int(length)), let services = reader.byte()
        else { return nil }
        var discovery = Discovery(
            peripheral: id, name: String(validating: name, as: UTF8.self),
            signal: SignalStrength(rawValue: Int8(bitPattern: signal)))
        for _ in 0..<services {
            guard let service = reader.uuid() else { return nil }
            discovery.services.insert(service)
        }
        guard let count = reader.byte() else { return nil }
        for _ in 0..<count {
            guard let service = reader.uuid(), let length = reader.byte(), let data = reader.take(Int(length)) else {
                return nil
            }
            discovery.serviceData[service] = Array(data)
        }
        return reader.remaining == 0 ? discovery : nil
    }
}
