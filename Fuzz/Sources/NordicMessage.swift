import ProvisioningProtocols

/// Any bytes are read or refused; what is read is written, and read again it is the same, its bytes included.
func fuzz<Message: NordicWiFi.WireMessage>(
    _ type: Message.Type, _ start: UnsafePointer<UInt8>?, _ count: Int, _ parts: (Message) -> [ByteRange?]
) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let message: Message
    do throws(NordicWiFi.DecodingError) {
        message = try Message(decoding: bytes.span)
    } catch {
        precondition(Int(error.offset) <= count, "a fault beyond the bytes")
        return 0
    }
    var target = [UInt8](repeating: 0xA5, count: count * 2 + 64)
    var span = target.mutableSpan
    guard let length = message.encode(from: bytes.span, into: &span) else {
        preconditionFailure("longer than it can be, or bytes that are not there")
    }
    precondition(target[length...].allSatisfy { $0 == 0xA5 }, "written beyond its end")
    guard let again = try? Message(decoding: target.span.extracting(first: length)) else {
        preconditionFailure("not read again")
    }
    precondition(again.isInitialized == message.isInitialized)
    for (before, after) in zip(parts(message), parts(again)) {
        precondition(before.map { Array(bytes[$0.range]) } == after.map { Array(target[$0.range]) }, "other bytes")
    }
    var twice = [UInt8](repeating: 0, count: length)
    var second = twice.mutableSpan
    let rewritten = again.encode(from: target.span, into: &second)
    precondition(rewritten == length)
    precondition(twice == Array(target[..<length]), "written otherwise than it was read")
    var short = [UInt8](repeating: 0, count: max(0, length - 1))
    var shortSpan = short.mutableSpan
    let cut = message.encode(from: bytes.span, into: &shortSpan)
    precondition(length == 0 || cut == nil, "written without room")
    return 0
}
