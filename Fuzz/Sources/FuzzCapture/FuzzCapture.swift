/// What the capture's decoder takes from the command line's description.
enum ProgramDescription {
    static let protocols = ["wifiset", "nordic"]
}

/// A capture of any bytes is decoded to its end, and every line that comes of it is one line of text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var decoder = CaptureDecoder(bytes)
    var faults = 0
    let isClean = decoder.decode { object in
        precondition(!object.text.utf8.contains(0x0A), "more than a line")
        guard case .integer(let offset)? = object["offset"], object["error"] != nil else { return }
        precondition(offset >= 0 && offset <= count, "a fault beyond the file")
        faults += 1
    }
    precondition(isClean == (faults == 0), "a fault that was not told, or told without being one")
    return 0
}
