import BluetoothLE

/// The file of an advertisement is refused or read, and what is read, written and read again is the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let id = PeripheralID("E6:DE:54:23:79:AB")
    guard var discovery = AdvertisementFile.decode(bytes, id: id) else { return 0 }
    // A name that is no text is told as none, and written as an empty one.
    discovery.name = discovery.name ?? ""
    precondition(AdvertisementFile.decode(AdvertisementFile.encode(discovery), id: id) == discovery, "another one")
    return 0
}
