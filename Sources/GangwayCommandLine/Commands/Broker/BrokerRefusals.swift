/// What a mosquitto did not let clients write, by what it logs: a client of MQTT 3.1.1 is not told, so that its maker would look
/// in vain for why a device is not heard.
struct BrokerRefusals {
    /// That a client may not write to a topic.
    struct Refusal: Hashable {
        let client: String
        let topic: String

        /// The object that `broker run --json` prints.
        var json: JSONObject {
            ["event": .string("refused"), "client": .string(client), "topic": .string(topic)]
        }

        /// The same for a person.
        var sentence: String {
            let what = "The client \(safeText(client)) may not write to \(safeText(topic)): "
            return what
                + (isOfOtherCase
                    ? "its client id is written as in the topic but for capitals, and has to be the same to the letter."
                    : "devices write under the address whose id is their client id.")
        }

        /// Whether the client's id is in the topic, in letters of another case.
        private var isOfOtherCase: Bool {
            let (own, levels) = (client.lowercased(), topic.split(separator: "/"))
            return levels.contains { $0.lowercased() == own } && !levels.contains { $0 == client }
        }
    }

    /// Of how many it is told; of more it is not, since who is let in can make up any number.
    private static let limit = 64
    private var told: Set<Refusal> = []

    /// The refusal that `line` tells, where it is news.
    mutating func take(_ line: String) -> Refusal? {
        guard told.count < Self.limit, let refusal = Self.refusal(line), told.insert(refusal).inserted else {
            return nil
        }
        return refusal
    }

    /// `1796052788: Denied PUBLISH from CLIENT (d0, q1, r0, m1, 'TOPIC', ... (4 bytes))`.
    private static func refusal(_ line: String) -> Refusal? {
        guard let start = end(of: "Denied PUBLISH from ", in: line) else { return nil }
        let rest = line[start...]
        // A topic may hold quotes and brackets, a client id too: the first and the last of what stands around them count.
        guard let middle = range(of: " (d", in: rest), let quote = end(of: ", '", in: rest[middle.upperBound...]),
            let close = range(of: "', ... (", in: rest[quote...])
        else { return nil }
        return Refusal(client: String(rest[..<middle.lowerBound]), topic: String(rest[quote..<close.lowerBound]))
    }

    /// Whether `line` is of those that mosquitto logs for every packet.
    static func isOfMessage(_ line: String) -> Bool {
        ["Sending ", "Received ", "Denied "].contains { end(of: $0, in: line) != nil } || line.hasPrefix("\t")
    }

    private static func end(of text: String, in line: some StringProtocol) -> String.Index? {
        range(of: text, in: line)?.upperBound
    }

    /// Where `text` is first in `line`.
    private static func range(of text: String, in line: some StringProtocol) -> Range<String.Index>? {
        var start = line.startIndex
        while start < line.endIndex {
            if line[start...].hasPrefix(text) { return start..<line.index(start, offsetBy: text.count) }
            start = line.index(after: start)
        }
        return nil
    }
}
