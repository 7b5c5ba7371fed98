import BluetoothLE
import DeviceDirectory
import MessageBroker
import ProvisioningProtocols

/// The name that the faults of the virtual radio live in.
public enum VirtualRadio {}

/// Text that names something is refused or read, and what was read tells its own name: that text, but for the letters' case.
///
/// The first byte says what the text is to name.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let kind = input.choice(8)
    let bytes = input.remainder()
    let text = String(decoding: bytes, as: UTF8.self)
    switch kind {
    case 0:
        // the name of an advertisement's file, and a BSSID in a file or from a service
        guard let address = HardwareAddress(text) else { return 0 }
        precondition(address.description == text.uppercased(), "another address")
    case 1:
        guard let uuid = BluetoothUUID(text) else { return 0 }
        let name = uuid.description
        precondition(BluetoothUUID(name) == uuid, "not read again")
        precondition(name == text.lowercased() || name.prefix(8) == "0000" + text.lowercased(), "another UUID")
    case 2:
        guard let address = IPv4Address(dotted: text) else { return 0 }
        precondition(address.description == text, "another address")
    case 3:
        let shown = SSID(bytes)?.description ?? ""
        precondition(
            shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "a control character")
        precondition(shown.isEmpty == (bytes.isEmpty || bytes.count > 32))
    case 4:
        guard let time = WallTime(text) else { return 0 }
        precondition(WallTime(time.description) == time, "another time")
    case 5:
        let id = DeviceID(text)
        precondition(id == DeviceID(bytes.span) || bytes != Array(text.utf8), "another device by its bytes")
        precondition(id == nil || id?.description == text.lowercased(), "another device")
    case 6:
        // a filter, a line end and a topic
        let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (filter, topic) = (parts[0], parts.count > 1 ? parts[1] : parts[0])
        guard TopicFault.ofFilter(filter) == nil, TopicFault.ofTopic(topic) == nil else {
            precondition((try? TopicName(topic)) == nil || TopicFault.ofTopic(topic) == nil, "a name that is no topic")
            return 0
        }
        if let name = try? TopicName(topic) { precondition(name.text == topic, "another name") }
        let isMatch = Subscription.filter(filter, matches: topic)
        precondition(isMatch == (filter == topic) || filter.utf8.contains { $0 == 0x2B || $0 == 0x23 }, "another topic")
    default:
        guard let faults = VirtualRadio.Faults(text) else { return 0 }
        precondition(VirtualRadio.Faults(faults.description) == faults, "other faults")
        precondition(((try? faults.forLinks()) ?? faults) == faults, "other faults for links")
    }
    return 0
}
