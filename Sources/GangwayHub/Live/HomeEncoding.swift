import DeviceCatalogue
import DeviceDirectory
import GangwayModel
import JSONText
import MessageBroker
import ProvisioningProtocols

/// What a home is, as JSON. It holds for browsers in any language: what is said to people is there in each.
enum HomeEncoding {
    /// How many entries of the activity log a browser gets at first.
    static let activityCount = 100

    /// All of it.
    @MainActor static func whole(_ home: HomeModel) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.write(true, "whole")
        json.beginArray("devices")
        for device in home.devices { write(device, into: &json) }
        json.endArray()
        writeParts([.categories, .broker, .radio, .problems], home, into: &json)
        writeActivity(home.activity.entries.suffix(activityCount), into: &json)
        json.endObject()
        return json.bytes
    }

    /// What changed since the batch `known`, which the reader has had: devices that are new or whose entry changed whole, in the
    /// order of the list; of all others what they reported and were told.
    @MainActor static func change(
        _ change: HomeChange, since known: UInt64, _ home: HomeModel, activityAfter entry: UInt64
    ) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        writeDevices(change, since: known, home, into: &json)
        if !change.removed.isEmpty {
            json.beginArray("removed")
            for id in change.removed { json.write(id.description) }
            json.endArray()
        }
        writeParts(change.parts, home, into: &json)
        if change.parts.contains(.activity) {
            writeActivity(home.activity.entries.suffix(activityCount).filter { $0.id > entry }[...], into: &json)
        }
        json.endObject()
        return json.bytes
    }

    @MainActor private static func writeDevices(
        _ change: HomeChange, since known: UInt64, _ home: HomeModel, into json: inout JSONWriter
    ) {
        var (entries, states): ([DeviceModel], [DeviceModel]) = ([], [])
        for device in change.devices.lazy.compactMap({ home.device($0) }) {
            if device.entryRevision > known { entries.append(device) } else { states.append(device) }
        }
        if entries.count > 1 {
            let new = Set(entries.map(\.id))
            entries = home.devices.filter { new.contains($0.id) }
        }
        if !entries.isEmpty {
            json.beginArray("devices")
            for device in entries { write(device, into: &json) }
            json.endArray()
        }
        if !states.isEmpty {
            json.beginArray("states")
            for device in states {
                json.beginObject()
                json.write(device.id.description, "id")
                writeState(device, into: &json)
                json.endObject()
            }
            json.endArray()
        }
    }

    /// One device.
    @MainActor static func write(_ device: DeviceModel, into json: inout JSONWriter) {
        let facts = device.facts
        json.beginObject()
        json.write(facts.id.description, "id")
        json.write(facts.name, "name")
        if let category = facts.category { json.write(category, "category") }
        if let kind = facts.kind { json.write(device.kind?.name ?? kind, "kind") }
        json.write(facts.topic, "topic")
        if !device.isSteered {
            json.write(false, "steered")
            write(device.networkSentence, "network", into: &json)
        }
        if let provisioning = facts.provisioning {
            json.beginObject("provisioning")
            json.write(provisioning.method, "method")
            json.write(provisioning.time.milliseconds, "time")
            if let network = provisioning.network { json.write(network, "network") }
            if let peripheral = provisioning.peripheral { json.write(peripheral, "peripheral") }
            json.endObject()
        }
        if !device.modes.isEmpty {
            json.beginArray("modes")
            for mode in device.modes {
                json.beginObject()
                json.write(mode.number, "number")
                json.write(mode.name, "name")
                json.endObject()
            }
            json.endArray()
        }
        writeState(device, into: &json)
        json.endObject()
    }

    /// What changes often of a device: what it reported, and was told.
    @MainActor private static func writeState(_ device: DeviceModel, into json: inout JSONWriter) {
        let facts = device.facts
        if let isOn = facts.isOn { json.write(isOn, "on") }
        if let mode = facts.mode { json.write(mode, "mode") }
        json.write(facts.availability.rawValue, "availability")
        if let seen = facts.lastSeen { json.write(seen.milliseconds, "seen") }
        if let signal = facts.signal { json.write(signal.strength, "signal") }
        if let pending = facts.pending {
            json.beginObject("pending")
            json.write(pending.isOn, "on")
            if let mode = pending.mode { json.write(mode, "mode") }
            json.endObject()
        }
        if let problem = device.problem { write(problem, "problem", into: &json) }
    }

    @MainActor private static func writeParts(
        _ parts: HomeChange.Parts, _ home: HomeModel, into json: inout JSONWriter
    ) {
        if parts.contains(.categories) {
            json.beginArray("categories")
            for category in home.categories { json.write(category) }
            json.endArray()
        }
        if parts.contains(.broker) { write(home.broker, into: &json) }
        if parts.contains(.radio) { write(home.radio, into: &json) }
        if parts.contains(.problems) {
            json.beginArray("problems")
            for problem in [home.directoryProblem, home.listeningProblem].compactMap({ $0 }) {
                write(problem, nil, into: &json)
            }
            json.endArray()
        }
    }

    /// How the home stands with its broker.
    static func write(_ status: BrokerStatus, into json: inout JSONWriter) {
        json.beginObject("broker")
        switch status {
        case .notSetUp: json.write("notSetUp", "state")
        case .connecting: json.write("connecting", "state")
        case .connected: json.write("connected", "state")
        case .lost: json.write("lost", "state")
        case .closed: json.write("closed", "state")
        }
        write(status.sentence, "text", into: &json)
        if let problem = status.problem { write(problem, "problem", into: &json) }
        json.endObject()
    }

    /// Whether devices in range can be found.
    static func write(_ status: RadioStatus, into json: inout JSONWriter) {
        json.beginObject("radio")
        switch status {
        case .unknown:
            json.write("unknown", "state")
            write("radio.unknown", "text", into: &json)
        case .ready:
            json.write("ready", "state")
            write("radio.ready", "text", into: &json)
        case .unavailable(let problem):
            json.write("unavailable", "state")
            write(problem.summary, "text", into: &json)
            write(problem, "problem", into: &json)
        }
        json.endObject()
    }

    /// Entries of the activity log.
    static func writeActivity(_ entries: ArraySlice<ActivityEntry>, into json: inout JSONWriter) {
        json.beginArray("activity")
        for entry in entries {
            json.beginObject()
            json.write(entry.id, "id")
            json.write(entry.time.milliseconds, "time")
            write(entry.sentence, "text", into: &json)
            if let device = entry.device { json.write(device.description, "device") }
            if entry.isProblem { json.write(true, "problem") }
            json.endObject()
        }
        json.endArray()
    }

    /// A sentence in each language.
    static func write(_ sentence: Sentence, _ key: String?, into json: inout JSONWriter) {
        json.beginObject(key)
        for language in Language.allCases { json.write(sentence.text(language), language.rawValue) }
        json.endObject()
    }

    /// A problem, in each language.
    static func write(_ problem: Problem, _ key: String?, into json: inout JSONWriter) {
        json.beginObject(key)
        json.write(problem.code, "code")
        write(problem.summary, "summary", into: &json)
        write(problem.advice, "advice", into: &json)
        json.write(problem.next.rawValue, "next")
        if !problem.detail.isEmpty { json.write(problem.detail, "detail") }
        json.endObject()
    }
}
