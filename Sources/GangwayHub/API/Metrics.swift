import GangwayModel
import Runtime
import WebServer

/// What Prometheus reads of the hub, in its text format.
final class Metrics: Sendable {
    private let answered = Lock<[Int: UInt64]>([:])

    /// A request was answered with `status`.
    func count(_ status: Int) { answered.withLock { $0[status / 100, default: 0] += 1 } }

    /// The present numbers.
    func answer(_ live: LiveHome) async -> WebResponse {
        let facts = await live.facts()
        var text = ""
        func put(_ name: String, _ kind: String, _ help: String, _ samples: [(String, UInt64)]) {
            text += "# HELP gangway_\(name) \(help)\n# TYPE gangway_\(name) \(kind)\n"
            for (labels, value) in samples { text += "gangway_\(name)\(labels) \(value)\n" }
        }
        put("devices", "gauge", "Devices that are listed.", [("", facts.devices)])
        put("devices_online", "gauge", "Devices that are known to be there.", [("", facts.online)])
        put("devices_on", "gauge", "Devices that are switched on.", [("", facts.on)])
        put(
            "broker_connected", "gauge", "Whether there is a connection to the broker.",
            [("", facts.isConnected ? 1 : 0)])
        put("radio_ready", "gauge", "Whether devices in range can be found.", [("", facts.hasRadio ? 1 : 0)])
        put("event_streams", "gauge", "Streams of events that are open.", [("", facts.streams)])
        put("events_sent_total", "counter", "Events that were sent over all streams.", [("", facts.sent)])
        put("sessions", "gauge", "Browser sessions with open screens.", [("", facts.sessions)])
        let classes = answered.withLock { $0 }.sorted { $0.key < $1.key }
        put(
            "http_requests_total", "counter", "Requests that were answered, by the class of the status.",
            classes.map { ("{status=\"\($0.key)xx\"}", $0.value) })
        return WebResponse(
            200, fields: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")], body: .bytes(Array(text.utf8)))
    }
}

/// The numbers of a moment.
struct HomeFacts: Sendable {
    var devices: UInt64 = 0
    var online: UInt64 = 0
    var on: UInt64 = 0
    var isConnected = false
    var hasRadio = false
    var streams: UInt64 = 0
    var sent: UInt64 = 0
    var sessions: UInt64 = 0
}
