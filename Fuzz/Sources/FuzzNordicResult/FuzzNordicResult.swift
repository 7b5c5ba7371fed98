import ProvisioningProtocols

/// Reads, writes and reads again any bytes as this message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(NordicWiFi.Result.self, start, count) { result in
        [result.scanRecord?.wifi?.ssid, result.scanRecord?.wifi?.bssid]
    }
}
