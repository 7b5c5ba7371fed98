import JSONText
import ProvisioningProtocols

extension DirectoryContents {
    /// The name of the form, in its member `format`.
    static let formatName = "gangway.devices"
    /// The version of the form that is written, and the newest that is read.
    static let formatVersion = 1

    /// The contents as a JSON text, a device a line; ``init(json:)`` reads it back whole.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write(Self.formatName, "format")
        writer.write(Self.formatVersion, "version")
        writer.beginArray("categories")
        for category in categories { writer.write(category) }
        writer.endArray()
        writer.beginArray("devices")
        for device in devices {
            writer.newLine()
            device.write(to: &writer, signals: signals[device.id] ?? [])
        }
        writer.endArray()
        writer.endObject()
        writer.newLine(endsText: true)
        return writer.bytes
    }
}

extension Device {
    fileprivate func write(to writer: inout JSONWriter, signals: [SignalSample]) {
        writer.beginObject()
        writer.write(id.description, "id")
        writer.write(name, "name")
        writer.write(topic, "topic")
        if let category { writer.write(category, "category") }
        if let picture { writer.write(picture, "image") }
        if let kind { writer.write(kind, "kind") }
        if let state {
            writer.write(state.isOn, "isActive")
            if let mode = state.mode { writer.write(mode, "mode") }
            if let time = state.time { writer.write(time.description, "reported") }
        }
        if let lastSeen { writer.write(lastSeen.description, "lastSeen") }
        if let provisioning {
            writer.beginObject("provisioned")
            writer.write(provisioning.method, "method")
            writer.write(provisioning.time.description, "time")
            if let network = provisioning.network { writer.write(network, "network") }
            if let peripheral = provisioning.peripheral { writer.write(peripheral, "peripheral") }
            writer.endObject()
        }
        if !signals.isEmpty {
            writer.beginArray("signal")
            for sample in signals {
                writer.beginArray()
                writer.write(sample.time.description)
                writer.write(sample.strength)
                writer.endArray()
            }
            writer.endArray()
        }
        if let otherMembers, let others = try? JSONReader.read(Array(otherMembers.utf8)) {
            writer.write(others, "other")
        }
        writer.endObject()
    }
}
