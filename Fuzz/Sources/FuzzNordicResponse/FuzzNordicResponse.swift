import ProvisioningProtocols

/// Reads, writes and reads again any bytes as this message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(NordicWiFi.Response.self, start, count) { response in
        let status = response.deviceStatus
        return [status?.provisioningInfo?.ssid, status?.provisioningInfo?.bssid, status?.connectionInfo?.ip4Addr]
    }
}
