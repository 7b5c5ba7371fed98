import ProvisioningProtocols

/// What `join` and `networks` wish of a device's own Wi-Fi, for protocols that carry it. Others say so before anything is
/// sent.
extension ParsedArguments {
    /// The band of `--band`.
    func band(of command: String) throws(CommandFailure) -> Band {
        switch values["band"] {
        case nil: .any
        case "2.4": .twoPointFourGHz
        case "5": .fiveGHz
        default: throw .usage("--band takes 2.4 or 5", command: command)
        }
    }

    /// What a protocol has to be able to do for what `join` was told.
    func needsOfJoin() throws(CommandFailure) -> ProvisioningCapabilities {
        let (bssid, channel, band) = (try bssid(), try channel(), try band(of: "join"))
        return ProvisioningCapabilities(
            carriesVolatile: switches.contains("volatile"),
            choosesAccessPoint: bssid != nil || channel != .unknown || band != .any,
            carriesControlAddress: values["topic"] != nil || values["id"] != nil)
    }

    /// How `networks` wants the device to scan.
    func scanOptions() throws(CommandFailure) -> ScanOptions {
        ScanOptions(
            band: try band(of: "networks"), isPassive: switches.contains("passive"),
            period: try number("period", 1...600_000, of: "networks"),
            groupChannels: try number("group-channels", 1...255, of: "networks"))
    }

    /// The access point of `--bssid`.
    func bssid() throws(CommandFailure) -> HardwareAddress? {
        guard let text = values["bssid"] else { return nil }
        guard let address = HardwareAddress(text) else {
            throw .usage("--bssid takes six pairs of hex digits with colons", command: "join")
        }
        return address
    }

    /// The channel of `--channel`.
    func channel() throws(CommandFailure) -> Channel {
        try number("channel", 1...233, of: "join").map { Channel(rawValue: UInt8($0)) } ?? .unknown
    }

    /// The credentials of a join to `choice`, with what the options wish of them.
    func credentials(for choice: NetworkChoice, _ passphrase: consuming Passphrase) throws(CommandFailure)
        -> Credentials
    {
        Credentials(
            ssid: choice.ssid, passphrase: passphrase, security: choice.security, isHidden: choice.isHidden,
            isVolatile: switches.contains("volatile"), bssid: try bssid(), channel: try channel(),
            band: try band(of: "join"))
    }

    /// The milliseconds of an option that takes seconds; `nil` where it is not there.
    func milliseconds(_ name: String, of command: String?) throws(CommandFailure) -> UInt32? {
        guard let text = values[name] else { return nil }
        guard let seconds = Double(text), seconds > 0, seconds <= 1_000_000 else {
            throw .usage("--\(name) takes seconds, such as 5 or 0.5", command: command)
        }
        return UInt32((seconds * 1000).rounded(.up))
    }

    /// The number of an option, in `range`; `nil` where it is not there.
    func number(
        _ name: String, _ range: ClosedRange<UInt32>, of command: String
    ) throws(CommandFailure) -> UInt32? {
        guard let text = values[name] else { return nil }
        guard let number = UInt32(text), range.contains(number) else {
            throw .usage("--\(name) takes a number from \(range.lowerBound) to \(range.upperBound)", command: command)
        }
        return number
    }
}
