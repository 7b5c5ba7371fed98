/// The requests as they are written.
extension NordicWiFi.ProvisionerMachine {
    /// A request without credentials.
    static func encode(
        _ operation: NordicWiFi.OpCode, _ options: ScanOptions?, into target: inout MutableSpan<UInt8>
    ) -> Int? {
        var request = NordicWiFi.Request()
        request.opCode = operation
        if let options, !options.isPlain {
            var params = NordicWiFi.ScanParams()
            if options.band != .any { params.band = options.band.frequencyBand }
            if options.isPassive { params.passive = true }
            params.periodMs = options.period
            params.groupChannels = options.groupChannels
            request.scanParams = params
        }
        return NordicWiFi.Source().encode(request, &target)
    }

    /// The request to join. A typed-in network has no address, channel 0, and the mode that its passphrase says; *volatile*
    /// is left out where it is not wanted, since firmware in the field has other fields in its place.
    static func encode(
        _ credentials: borrowing Credentials, isVolatile: Bool, into target: inout MutableSpan<UInt8>
    ) -> Int? {
        var source = NordicWiFi.Source()
        var network = NordicWiFi.Network(ssid: credentials.ssid)
        network.bssid = credentials.bssid
        network.band = credentials.band == .any ? nil : credentials.band.frequencyBand
        network.channel = UInt32(credentials.channel.rawValue)
        network.auth =
            credentials.wireSecurity.map { NordicWiFi.AuthMode(rawValue: Int32($0)) } ?? credentials.security.authMode
            ?? (credentials.passphrase.isEmpty ? .open : .wpaWPA2PSK)
        var config = NordicWiFi.WifiConfig()
        config.wifi = network.info(&source)
        if !credentials.passphrase.isEmpty {
            config.passphrase = credentials.passphrase.withBytes { source.keep($0) }
        }
        if isVolatile { config.volatileMemory = true }
        var request = NordicWiFi.Request()
        request.opCode = .setConfig
        request.config = config
        let count = source.encode(request, &target)
        source.wipe()
        return count
    }
}
