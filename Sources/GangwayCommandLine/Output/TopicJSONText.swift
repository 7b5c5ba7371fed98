import ProvisioningProtocols

/// The object of the JSON protocol as `gangway decode` shows it.
enum TopicJSONText {
    /// Whether all of `bytes` are such an object, acceptable or not.
    static func reads(_ bytes: [UInt8]) -> Bool { (try? TopicJSON.CredentialsObject(decoding: bytes.span)) != nil }

    /// The object that all of `bytes` are: its strings, of the passphrase only the length, and why a device would refuse it. Where
    /// the passphrase is hidden already, nothing is said of it but its length in the object.
    static func object(_ bytes: [UInt8], isHidden: Bool = false) throws(DecodeFailure) -> JSONObject {
        let object: TopicJSON.CredentialsObject
        do throws(TopicJSON.CredentialsObject.Fault) {
            object = try TopicJSON.CredentialsObject(decoding: bytes.span)
        } catch { throw DecodeFailure(error) }
        let ssid = text(object.ssid, in: bytes)
        return [
            "topic": .string(String(decoding: text(object.topic, in: bytes), as: UTF8.self)),
            "ssid": .string(SSID(ssid)?.description ?? String(decoding: ssid, as: UTF8.self)),
            "ssidHex": .string(hexText(ssid)), "passphraseLength": .integer(object.pass.count),
            "id": .string(String(decoding: text(object.id, in: bytes), as: UTF8.self)),
            "refusal": .optional(refusal(object, in: bytes, isHidden: isHidden)),
        ]
    }

    private static func text(_ string: TopicJSON.StringRange, in bytes: [UInt8]) -> [UInt8] {
        var text = [UInt8](repeating: 0, count: string.count)
        var target = text.mutableSpan
        _ = string.copy(from: bytes.span, into: &target)
        return text
    }

    private static func refusal(
        _ object: TopicJSON.CredentialsObject, in bytes: [UInt8], isHidden: Bool
    ) -> String? {
        do throws(TopicJSON.WriteError) {
            do throws(TopicJSON.WriteError) { _ = try object.credentials(in: bytes.span) } catch {
                guard isHidden, error == .passphrase else { throw error }
            }
            _ = try object.controlAddress(in: bytes.span)
            return nil
        } catch { return "\(error)" }
    }
}

extension DecodeFailure {
    /// Why bytes are no object of the JSON protocol.
    fileprivate init(_ fault: TopicJSON.CredentialsObject.Fault) {
        let (kind, text): (String, String) =
            switch fault.kind {
            case .json(.tooDeep): ("tooDeep", "this is nested deeper than a device reads")
            case .json(let kind): ("\(kind)", "this is no JSON (RFC 8259)")
            case .notAnObject: ("notAnObject", "this is JSON, but no object")
            case .missing(let member): ("missingMember", "the object has no \(member)")
            case .duplicate(let member): ("duplicateMember", "the object has \(member) twice")
            case .notAString(let member): ("notAString", "\(member) is no string")
            }
        self.init(kind: kind, text: text, offset: Int(fault.offset))
    }
}
