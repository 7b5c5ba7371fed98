import ProvisioningProtocols

/// The messages of a btsnoop capture, in the order of its records.
///
/// A value of Nordic's service is a message, and so is a write of the JSON protocol; one of WiFiSet may hold several, or a part of one.
struct CaptureDecoder {
    /// What the capture tells, in order.
    private enum Item {
        case value(AttributeValue)
        case ended([LinkDirection])
    }

    /// The messages that come in pieces on one channel.
    private struct Conversation {
        var stream = MessageStream()
        /// Where the record of the newest piece begins.
        var offset = 0
    }

    private var items: [Item] = []
    private var traffic = AttributeTraffic()
    private var conversations: [LinkDirection: [UInt16: Conversation]] = [:]
    private var failure: DecodeFailure?
    private let protocols: Set<String>

    /// Whether any value was of one of the protocols.
    private(set) var foundAny = false

    /// Reads a whole file, for the protocols of these names.
    init(_ file: [UInt8], protocols: [String] = ProgramDescription.protocols) {
        self.protocols = Set(protocols)
        var reassembler = L2CAPReassembler()
        do throws(BTSnoop.Failure) {
            var capture = try BTSnoop(file)
            while let record = try capture.next() { take(record, &reassembler) }
        } catch {
            failure = DecodeFailure(kind: "badCapture", text: error.message, offset: error.offset)
        }
        items += traffic.finish().map(Item.value)
    }

    private mutating func take(_ record: BTSnoop.Record, _ reassembler: inout L2CAPReassembler) {
        switch record {
        case .data(let packet):
            guard let (link, unit) = reassembler.take(packet) else { return }
            items += traffic.take(unit, on: link, offset: packet.offset).map(Item.value)
        case .renewal(let renewal):
            let links = reassembler.end(renewal)
            items += traffic.end(links).map(Item.value)
            items.append(.ended(links))
        }
    }

    /// Calls `body` with each message and each fault; a fault ends only the message it is in. `false` when there were any.
    mutating func decode(_ body: (JSONObject) -> Void) -> Bool {
        var isClean = failure == nil
        let values = items.compactMap { item in if case .value(let value) = item { value } else { nil } }
        let roles = AttributeRoles(values, discovered: traffic.discovered)
        for item in items {
            switch item {
            case .value(let value):
                guard let role = roles.role(of: value), protocols.contains(role.protocolName) else { continue }
                foundAny = true
                switch role {
                case .wifiSet: isClean = decode(value, body) && isClean
                case .topicJSON: isClean = Self.decodeCredentials(value, body) && isClean
                case .nordic(let characteristic): isClean = Self.decode(value, of: characteristic, body) && isClean
                }
            case .ended(let links):
                let ended = links.flatMap { Array((conversations.removeValue(forKey: $0) ?? [:]).values) }
                isClean = report(cut: ended, "the connection ends inside a message", body) && isClean
            }
        }
        let open = conversations.values.flatMap(\.values)
        isClean = report(cut: open, "the capture ends inside a message", body) && isClean
        if let failure { body(failure.json) }
        return isClean
    }

    private mutating func decode(_ value: AttributeValue, _ body: (JSONObject) -> Void) -> Bool {
        guard value.isWhole else {
            return Self.decode(
                value, in: &conversations[value.link, default: [:]][value.attribute, default: Conversation()], body)
        }
        var alone = Conversation()
        let isClean = Self.decode(value, in: &alone, body)
        return report(cut: [alone], "the value ends inside a message", body) && isClean
    }

    private static func decode(
        _ value: AttributeValue, of characteristic: NordicWiFi.Characteristic, _ body: (JSONObject) -> Void
    ) -> Bool {
        let name = characteristic.message(isWritten: value.kind == .written)
        do throws(DecodeFailure) {
            guard let schema = NordicSchema.message(name) else { return true }
            var object: JSONObject = ["message": .string(name)]
            object.members += try NordicJSON.object(value.bytes, as: schema).members
            body(annotated(object, value, protocolName: "nordic"))
            return true
        } catch {
            body(DecodeFailure(kind: error.kind, text: error.text, offset: value.offset).json)
            return false
        }
    }

    private static func decodeCredentials(_ value: AttributeValue, _ body: (JSONObject) -> Void) -> Bool {
        guard value.kind == .written else { return true }  // what is read there is no credentials
        do throws(DecodeFailure) {
            body(annotated(try TopicJSONText.object(value.bytes), value, protocolName: "json"))
            return true
        } catch {
            body(DecodeFailure(kind: error.kind, text: error.text, offset: value.offset).json)
            return false
        }
    }

    private static func decode(
        _ value: AttributeValue, in conversation: inout Conversation, _ body: (JSONObject) -> Void
    ) -> Bool {
        var isClean = true
        conversation.offset = value.offset
        if conversation.stream.isOvertaken(by: value.bytes) {
            body(cut("the message before this record is cut", at: value.offset))
            conversation.stream.removeAll()
            isClean = false
        }
        conversation.stream.append(value.bytes)
        do throws(DecodeFailure) {
            while let object = try conversation.stream.next() { body(annotated(object, value)) }
        } catch {
            body(DecodeFailure(kind: error.kind, text: error.text, offset: value.offset).json)
            conversation.stream.removeAll()
            isClean = false
        }
        return isClean
    }

    /// Tells the messages that have begun and will not end, in the order of the file; `true` where there are none.
    private func report(
        cut conversations: [Conversation], _ text: String, _ body: (JSONObject) -> Void
    ) -> Bool {
        let offsets = conversations.filter(\.stream.isInsideMessage).map(\.offset).sorted()
        for offset in offsets { body(Self.cut(text, at: offset)) }
        return offsets.isEmpty
    }

    private static func cut(_ text: String, at offset: Int) -> JSONObject {
        DecodeFailure(kind: "cut", text: text, offset: offset).json
    }

    private static func annotated(
        _ object: JSONObject, _ value: AttributeValue, protocolName: String = "wifiset"
    ) -> JSONObject {
        var object = object
        object.append("protocol", .string(protocolName))
        object.append("direction", .string(value.link.isSent ? "sent" : "received"))
        object.append("connection", .integer(Int(value.link.handle)))
        object.append("attribute", .integer(Int(value.attribute)))
        return object
    }
}
