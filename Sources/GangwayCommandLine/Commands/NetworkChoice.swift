import ProvisioningProtocols

/// The network that the device is to join.
struct NetworkChoice: Equatable {
    let ssid: SSID
    let security: Security
    var isHidden = false

    init(ssid: SSID, security: Security, isHidden: Bool = false) {
        self.ssid = ssid
        self.security = security
        self.isHidden = isHidden
    }

    /// The network that the arguments name; `nil` where they name none and a person can pick one.
    init?(_ arguments: ParsedArguments, isInteractive: Bool) throws(CommandFailure) {
        let isOpen = arguments.switches.contains("open")
        if isOpen, arguments.values["passphrase-file"] != nil {
            throw .usage("--open and --passphrase-file exclude each other", command: "join")
        }
        guard let ssid = try Self.ssid(arguments) else {
            guard isInteractive else {
                throw .usage("--ssid is missing: only at a terminal can a network be picked", command: "join")
            }
            return nil
        }
        self.init(ssid: ssid, security: isOpen ? .open : .unspecified, isHidden: arguments.switches.contains("hidden"))
    }

    private static func ssid(_ arguments: ParsedArguments) throws(CommandFailure) -> SSID? {
        let bytes: [UInt8]
        switch (arguments.values["ssid"], arguments.values["ssid-hex"]) {
        case (nil, nil): return nil
        case (let text?, nil): bytes = Array(text.utf8)
        case (nil, let hex?):
            var reader = HexReader()
            var read: [UInt8] = []
            do throws(HexReader.Failure) {
                try reader.read(hex.utf8, into: &read)
                try reader.finish()
            } catch {
                throw .usage("--ssid-hex takes pairs of hex digits", command: "join")
            }
            bytes = read
        case (_?, _?): throw .usage("--ssid and --ssid-hex exclude each other", command: "join")
        }
        guard let ssid = SSID(bytes), !bytes.isEmpty else {
            throw .usage("a network's name has 1 to 32 bytes; this one has \(bytes.count)", command: "join")
        }
        return ssid
    }
}
