import DeviceDirectory

/// A list of devices that is imported is refused or read; what is taken from it can be used, and when it is exported and
/// imported again it is the same, with nothing refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let contents = try? DirectoryContents(json: bytes) else { return 0 }
    for device in contents.devices {
        precondition(DeviceRules.fault(in: device) == nil, "a device that cannot be used")
        precondition(contents.signals[device.id]?.count ?? 0 <= DeviceRules.maximumSamples)
    }
    let exported = contents.json()
    guard let again = try? DirectoryContents(json: exported) else { preconditionFailure("not read again") }
    precondition(again.refused.isEmpty, "refused what it wrote")
    precondition(again.devices == contents.devices && again.categories == contents.categories, "other devices")
    precondition(again.signals == contents.signals, "other signals")
    precondition(again.json() == exported, "exported otherwise")
    return 0
}
