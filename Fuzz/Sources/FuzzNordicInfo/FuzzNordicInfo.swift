import ProvisioningProtocols

/// Reads, writes and reads again any bytes as this message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(NordicWiFi.Info.self, start, count) { _ in [] }
}
