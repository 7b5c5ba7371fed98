import ProvisioningProtocols
@testable import DeviceControl
import DeviceDirectory

/// A message from a broker, its topic before the first line end: what it says is taken as a report, as somebody's command or as
/// nothing; a report that is written again says the same, and a topic belongs to the address that it names.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.count
    readTopic(String(decoding: bytes[..<end], as: UTF8.self))
    guard case .report(let id, let isOn, let mode) = DeviceBody(Array(bytes[end...])) else { return 0 }
    let written = #"{"id":"\#(id)","status":\#(isOn),"mode":\#(mode.map(String.init) ?? "null")}"#
    precondition(DeviceBody(Array(written.utf8)) == .report(id: id, isOn: isOn, mode: mode), "another report")
    let command = DeviceCommand(isOn: isOn, mode: mode)
    precondition(DeviceBody(command.body(for: id)) == .command, "our own command taken for something else")
    return 0
}

private func readTopic(_ topic: String) {
    guard let (role, prefix, id) = TopicRole.of(topic) else { return }
    // Topics that no device of ours can have are still taken apart.
    guard let address = try? ControlAddress(topic: String(prefix), id: id) else { return }
    let own =
        switch role {
        case .command: address.commandTopic
        case .state: address.stateTopic
        case .availability: address.availabilityTopic
        }
    precondition(own.lowercased() == topic.lowercased(), "another topic")
    guard let again = TopicRole.of(own) else { preconditionFailure("a topic of ours that is none") }
    precondition(again.role == role && again.prefix == prefix && again.id == id, "another address")
}
