import ProvisioningProtocols

// Reads lines of a message's name and hex digits, and answers each with what our reader makes of it: `refused`, or whether
// all required fields are there and the message as our writer puts it. What Google's library makes of the same bytes is
// compared in compare.py.

/// What our reader and writer make of `bytes`.
func answer<Message: NordicWiFi.WireMessage>(_ type: Message.Type, _ bytes: [UInt8]) -> String {
    guard let message = try? Message(decoding: bytes.span) else { return "refused" }
    // Ours may be longer than what was read: a negative number of 32 bits takes ten bytes, however it was written.
    var target = [UInt8](repeating: 0, count: 2 * bytes.count + 16)
    var span = target.mutableSpan
    guard let count = message.encode(from: bytes.span, into: &span) else { return "unwritable" }
    return "\(message.isInitialized ? "whole" : "partial") \(target[..<count].map(hex).joined())"
}

func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

func bytes(_ hex: Substring) -> [UInt8] {
    let digits = hex.utf8.map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x61 + 10 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

while let line = readLine() {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    let value = parts.count > 1 ? bytes(parts[1]) : []
    switch parts.first {
    case "Info": print(answer(NordicWiFi.Info.self, value))
    case "Request": print(answer(NordicWiFi.Request.self, value))
    case "Response": print(answer(NordicWiFi.Response.self, value))
    case "Result": print(answer(NordicWiFi.Result.self, value))
    default: print("unknown")
    }
}
