import ProvisioningProtocols

/// Any bytes are read or refused; what is read is written as it came, and every beginning of it is refused as truncated.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let frame: WiFiSet.Frame
    do throws(WiFiSet.DecodingError) {
        frame = try WiFiSet.Frame(decoding: bytes.span)
    } catch {
        precondition(Int(error.offset) <= count, "a fault beyond the bytes")
        return 0
    }
    let length = Int(frame.length)
    precondition(length <= count && length >= WiFiSet.Header.length)
    var target = [UInt8](repeating: 0xA5, count: length + 1)
    var span = target.mutableSpan
    let written = frame.message.encode(sequence: frame.sequence, from: bytes.span, into: &span)
    precondition(written == length && target[length] == 0xA5, "another length")
    precondition(target[..<length] == bytes[..<length], "written otherwise than it was read")
    var short = [UInt8](repeating: 0, count: length - 1)
    var shortSpan = short.mutableSpan
    precondition(frame.message.encode(sequence: 0, from: bytes.span, into: &shortSpan) == nil)
    precondition((try? WiFiSet.Frame(decoding: bytes.span.extracting(first: length - 1))) == nil)
    return 0
}
