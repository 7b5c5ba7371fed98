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
    let body = ControlBody(Array(bytes[end...]).span)
    body.withBytes { written in precondition(written.count == 0 || ControlBody(written) == body, "another body") }
    guard case .report(let id, let isOn, let mode) = body else { return 0 }
    let command = DeviceCommand(isOn: isOn, mode: mode.map { Int($0) }).body(for: id)
    precondition(
        ControlBody(command.span) == .command(id: id, isOn: isOn, mode: mode ?? 0),
        "our own command taken for something else")
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
        case .signal: address.signalTopic
        case .join: address.joinTopic
        case .availability: address.availabilityTopic
        }
    precondition(own.lowercased() == topic.lowercased(), "another topic")
    guard let again = TopicRole.of(own) else { preconditionFailure("a topic of ours that is none") }
    precondition(again.role == role && again.prefix == prefix && again.id == id, "another address")
}
