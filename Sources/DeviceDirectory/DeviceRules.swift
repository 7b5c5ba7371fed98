import JSONText
import ProvisioningProtocols

/// What names, categories and topics may be. Everything that enters a directory is held to it, whoever brings it.
public enum DeviceRules {
    /// The longest name, category, kind, picture, method or network, in bytes of UTF-8.
    public static let maximumNameLength = 200
    /// The longest text of the members that are kept for others.
    public static let maximumOtherLength = 65_536
    /// How many levels they have below their own: an export holds them three deep, and has to be read again.
    static let maximumOtherDepth = JSONReader.maximumDepth - 3
    /// How many samples of a device's signal are kept: the newest, in the order in which they came.
    public static let maximumSamples = 1_000
    /// How far apart the samples are that reports bring, in milliseconds: five minutes, so that a history reaches back for three
    /// days at least.
    public static let sampleInterval = 300_000

    /// What is wrong with `text` as a name (also of a category), as the end of a sentence that begins with what it is; `nil`
    /// where nothing is.
    public static func fault(inName text: String) -> String? {
        if text.allSatisfy(\.isWhitespace) { return "is empty" }
        if text.utf8.count > maximumNameLength { return "is longer than \(maximumNameLength) bytes" }
        if text.unicodeScalars.contains(where: isControl) { return "holds a control character" }
        return nil
    }

    /// What is wrong with `text` as a device's topic, by the rules of `TopicName`; `nil` where nothing is.
    public static func fault(inTopic text: String) -> String? {
        do throws(TopicName.Fault) { _ = try TopicName(text) } catch { return error.predicate }
        return nil
    }

    /// What a person should know of `topic`, though it is allowed; `nil` for nothing.
    public static func warning(ofTopic topic: String) -> String? {
        guard topic.utf8.contains(UInt8(ascii: ".")) else { return nil }
        return "has a dot, which RabbitMQ takes for a /"
    }

    /// What is wrong with `device`, as a sentence; `nil` where nothing is.
    public static func fault(in device: Device) -> String? {
        let names: [(String, String?)] = [
            ("name", device.name), ("kind", device.kind), ("category", device.category), ("picture", device.picture),
            ("way of provisioning", device.provisioning?.method), ("network", device.provisioning?.network),
            ("Bluetooth identifier", device.provisioning?.peripheral),
        ]
        for (what, text) in names {
            if let text, let fault = fault(inName: text) { return "The \(what) \(fault)." }
        }
        // What is set up over Bluetooth and steered by nobody has no topic.
        let isSteered = !device.topic.isEmpty || device.provisioning?.peripheral == nil
        if isSteered, let fault = fault(inTopic: device.topic) { return "The topic \(fault)." }
        if let mode = device.state?.mode, Int32(exactly: mode) == nil {
            return "The mode is none that a device can report."
        }
        return device.otherMembers.flatMap(fault(inOtherMembers:))
    }

    private static func fault(inOtherMembers text: String) -> String? {
        guard text.utf8.count <= maximumOtherLength else {
            return "The members that are kept for others are longer than \(maximumOtherLength) bytes."
        }
        let bytes = Array(text.utf8)
        guard let value = try? JSONReader.read(bytes, maximumDepth: maximumOtherDepth), case .object = value.kind else {
            return "The members that are kept for others are not a JSON object of at most \(maximumOtherDepth) levels."
        }
        return nil
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    }
}
