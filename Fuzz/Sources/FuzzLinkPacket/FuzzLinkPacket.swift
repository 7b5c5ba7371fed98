/// A packet from another process is refused or read, and what is read is written as it came.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let messages = LinkPacket.decodeAll(bytes) else { return 0 }
    precondition(!messages.isEmpty && messages.count <= LinkPacket.maximumMessages)
    precondition(LinkPacket.encode(messages) == bytes, "written otherwise than it was read")
    return 0
}
