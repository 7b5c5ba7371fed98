import JSONText
import MessageBroker
import ProvisioningProtocols

/// How a device announces itself to Home Assistant, in its format of MQTT discovery: one retained message for each thing that
/// can be steered or read, on `<prefix>/<component>/<object id>/config`. Empty ones take them back.
/// The keys are those of https://www.home-assistant.io/integrations/mqtt/ and the pages of its components `switch`, `select` and `sensor`.
struct Discovery: Sendable {
    /// One thing that can be steered or read.
    private enum Component: String, CaseIterable {
        case toggle = "switch"
        case mode = "select"
        case signal = "sensor"
    }

    let address: ControlAddress
    let description: DeviceDescription
    let tellsSignal: Bool

    /// All messages by which the device is known there.
    var announcements: [Message] {
        Component.allCases.compactMap { component in
            guard isThere(component) else { return nil }
            return topic(component).map { Message(topic: $0, body: config(component), isRetained: true) }
        }
    }

    /// All messages by which it is forgotten there.
    var removals: [Message] {
        Component.allCases.compactMap { component in
            // What was never there may be one that this account may not write to.
            if component == .signal, !tellsSignal { return nil }
            return topic(component).map { Message(topic: $0, body: [], isRetained: true) }
        }
    }

    private func isThere(_ component: Component) -> Bool {
        switch component {
        case .toggle: true
        case .mode: !description.modes.isEmpty
        case .signal: tellsSignal
        }
    }

    private func topic(_ component: Component) -> String? {
        description.discoveryPrefix.map { "\($0)/\(component.rawValue)/\(objectID(component))/config" }
    }

    /// Letters, digits, `-` and `_` alone, which is all that Home Assistant takes here.
    private func objectID(_ component: Component) -> String {
        switch component {
        case .toggle: address.id.description
        case .mode: "\(address.id)_mode"
        case .signal: "\(address.id)_signal"
        }
    }

    private func config(_ component: Component) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        switch component {
        case .toggle: writeSwitch(&json)
        case .mode: writeSelect(&json)
        case .signal: writeSensor(&json)
        }
        json.write("gangway_\(objectID(component))", "unique_id")
        json.write(address.availabilityTopic, "availability_topic")
        json.write(1, "qos")
        writeDevice(&json)
        json.endObject()
        return json.bytes
    }

    /// Its name is null: then Home Assistant calls it what the device is called.
    private func writeSwitch(_ json: inout JSONWriter) {
        json.write(JSONValue(.null), "name")
        writeTopics(&json)
        json.write("{{ 'ON' if value_json.status else 'OFF' }}", "value_template")
        json.write("ON", "state_on")
        json.write("OFF", "state_off")
        json.write(command(isOn: true), "payload_on")
        json.write(command(isOn: false), "payload_off")
    }

    private func command(isOn: Bool) -> String {
        ControlBody.command(id: address.id, isOn: isOn, mode: nil).text
    }

    /// Home Assistant knows modes by their names alone. To pick one switches the device on, as everywhere here.
    private func writeSelect(_ json: inout JSONWriter) {
        let names = description.modes.map(\.name)
        json.write("Mode", "name")
        writeTopics(&json)
        json.beginArray("options")
        for name in names { json.write(name) }
        json.endArray()
        let toName = description.modes.map { "\($0.number): \(Self.literal($0.name))" }.joined(separator: ", ")
        let toNumber = description.modes.map { "\(Self.literal($0.name)): \($0.number)" }.joined(separator: ", ")
        json.write("{{ {\(toName)}.get(value_json.mode) }}", "value_template")
        json.write(
            #"{"uuid":"\#(address.id)","status":true,"mode":{{ {\#(toNumber)}[value] }}}"#, "command_template")
    }

    private func writeTopics(_ json: inout JSONWriter) {
        json.write(address.commandTopic, "command_topic")
        json.write(address.stateTopic, "state_topic")
        json.write(false, "retain")
    }

    /// Among what is told of the device itself; without a word for five times its interval it is unknown.
    private func writeSensor(_ json: inout JSONWriter) {
        json.write("Signal", "name")
        json.write(address.signalTopic, "state_topic")
        json.write("signal_strength", "device_class")
        json.write("dBm", "unit_of_measurement")
        json.write("measurement", "state_class")
        json.write("diagnostic", "entity_category")
        json.write(Int(ControllableDevice.signalInterval / 1_000 * 5), "expire_after")
    }

    /// `text` as a string of a template's language, Jinja.
    private static func literal(_ text: String) -> String {
        var literal = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" || scalar == "\\" { literal += "\\" }
            literal.unicodeScalars.append(scalar)
        }
        return literal + "'"
    }

    private func writeDevice(_ json: inout JSONWriter) {
        json.beginObject("device")
        json.beginArray("identifiers")
        json.write("gangway_\(address.id)")
        json.endArray()
        json.write(description.name, "name")
        if let manufacturer = description.manufacturer { json.write(manufacturer, "manufacturer") }
        if let model = description.model { json.write(model, "model") }
        if let version = description.softwareVersion { json.write(version, "sw_version") }
        json.endObject()
        json.beginObject("origin")
        json.write("Gangway", "name")
        json.endObject()
    }
}

extension ControlBody {
    /// What is sent, as bytes.
    var bytes: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }

    /// What is sent, as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
