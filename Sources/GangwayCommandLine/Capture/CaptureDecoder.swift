import BluetoothLE
import ProvisioningProtocols

/// The messages of a btsnoop capture, in the order of its records.
///
/// Where the capture holds the discovery of a device's characteristics, only WiFiSet's three are decoded. Where it does
/// not (a device that was connected before has them remembered), an attribute counts as WiFiSet's when one of its values
/// begins like a message.
struct CaptureDecoder {
    private struct Channel: Hashable {
        let link: LinkDirection
        let attribute: UInt16
    }

    private var values: [AttributeValue] = []
    private var traffic = AttributeTraffic()
    private var streams: [Channel: MessageStream] = [:]
    private var failure: DecodeFailure?

    /// Reads a whole file.
    init(_ file: [UInt8]) {
        var reassembler = L2CAPReassembler()
        do throws(BTSnoop.Failure) {
            var capture = try BTSnoop(file)
            while let packet = try capture.next() {
                guard let (link, unit) = reassembler.take(packet) else { continue }
                values += traffic.take(unit, on: link, offset: packet.offset)
            }
        } catch {
            failure = DecodeFailure(kind: "badCapture", text: error.message, offset: error.offset)
        }
        values += traffic.finish()
    }

    /// Calls `body` with each message and each fault; a fault ends only the message it is in. `false` when there were any.
    mutating func decode(_ body: (JSONObject) -> Void) -> Bool {
        var isClean = failure == nil
        let guessed = guessedChannels()
        for value in values where isWiFiSet(value, guessed) {
            let channel = Channel(link: value.link, attribute: value.attribute)
            if !decode(value, in: &streams[channel, default: MessageStream()], body) { isClean = false }
        }
        for (_, stream) in streams where stream.isInsideMessage { isClean = report(endOf: stream, body) && isClean }
        if let failure { body(failure.json) }
        return isClean
    }

    private func decode(_ value: AttributeValue, in stream: inout MessageStream, _ body: (JSONObject) -> Void) -> Bool {
        var isClean = true
        if stream.isOvertaken(by: value.bytes) {
            body(
                DecodeFailure(
                    kind: "cut", text: "the message before this record is cut", offset: value.offset
                ).json)
            stream.removeAll()
            isClean = false
        }
        stream.append(value.bytes)
        do throws(DecodeFailure) {
            while let object = try stream.next() { body(annotated(object, value)) }
        } catch {
            body(DecodeFailure(kind: error.kind, text: error.text, offset: value.offset).json)
            stream.removeAll()
            isClean = false
        }
        return isClean
    }

    private func report(endOf stream: MessageStream, _ body: (JSONObject) -> Void) -> Bool {
        body(
            DecodeFailure(
                kind: "cut", text: "the capture ends inside a message", offset: values.last?.offset ?? 0
            ).json)
        return false
    }

    private func annotated(_ object: JSONObject, _ value: AttributeValue) -> JSONObject {
        var object = object
        object.append("direction", .string(value.link.isSent ? "sent" : "received"))
        object.append("connection", .integer(Int(value.link.handle)))
        object.append("attribute", .integer(Int(value.attribute)))
        return object
    }

    private func isWiFiSet(_ value: AttributeValue, _ guessed: Set<Channel>) -> Bool {
        let attributes = traffic.discovered[value.link] ?? traffic.discovered[value.link.reversed]
        guard let attributes, attributes.values.contains(where: Self.characteristics.contains) else {
            return guessed.contains(Channel(link: value.link, attribute: value.attribute))
        }
        return attributes[value.attribute].map(Self.characteristics.contains) ?? false
    }

    private static let characteristics: Set<BluetoothUUID> = Set(
        [WiFiSet.Characteristic.list, .credentialWrite, .status].map {
            BluetoothUUID(high: $0.uuid.high, low: $0.uuid.low)
        })

    private func guessedChannels() -> Set<Channel> {
        Set(
            values.filter { value in
                guard let header = WiFiSet.Header(value.bytes.span), let lengths = header.plausibleLengths else {
                    return false
                }
                return lengths.contains(header.payloadLength)
            }.map { Channel(link: $0.link, attribute: $0.attribute) })
    }
}
