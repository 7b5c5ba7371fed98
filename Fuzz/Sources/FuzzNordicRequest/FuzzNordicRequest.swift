import ProvisioningProtocols

/// Reads, writes and reads again any bytes as this message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    _ = NordicWiFi.secret(in: UnsafeBufferPointer(start: start, count: count).span)
    return fuzz(NordicWiFi.Request.self, start, count) { request in
        [request.config?.wifi?.ssid, request.config?.wifi?.bssid, request.config?.passphrase]
    }
}
