import ProvisioningProtocols

/// Random facts, the same for the same seed.
struct Chance: RandomNumberGenerator {
    private var state: UInt64
    /// Messages that are worth to be written, whole or changed.
    let seeds: [[UInt8]]

    init(seed: UInt64, seeds: [[UInt8]]) {
        state = seed
        self.seeds = seeds
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func one(in count: Int) -> Bool { number(1...count) == 1 }
    mutating func byte() -> UInt8 { UInt8.random(in: 0...255, using: &self) }
    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }

    /// Few names, so that they meet each other: empty, hidden, ordinary, of 32 bytes that are no text.
    mutating func ssid() -> SSID {
        let names: [[UInt8]] = [
            [], [0, 0], [0x61], Array("Barn".utf8), Array("Barn2".utf8), [UInt8](repeating: 0xFE, count: 32),
        ]
        return SSID(names[number(0...5)]) ?? SSID()
    }

    mutating func passphrase() -> [UInt8] {
        switch number(0...6) {
        case 0: []
        case 1: Array("12345".utf8)
        case 2: Array("0123456789".utf8)
        case 3: [UInt8](repeating: 0x61, count: 64)
        case 4: bytes(number(0...64))
        default: Array("long enough".utf8)
        }
    }

    mutating func credentials() -> Credentials {
        let passphrase = Passphrase(self.passphrase().span) ?? Passphrase()
        return Credentials(
            ssid: ssid(), passphrase: passphrase, security: one(in: 3) ? security() : .unspecified,
            isHidden: one(in: 5))
    }

    mutating func security() -> Security {
        switch number(0...7) {
        case 0...4: Security(rawValue: UInt16(number(0...4)))
        case 5: .unknown(byte())
        case 6: .unspecified
        default: .wpaPersonal
        }
    }

    mutating func point() -> AccessPoint {
        AccessPoint(
            ssid: ssid(), security: security(), signal: SignalStrength(rawValue: Int8(bitPattern: byte())),
            channel: Channel(rawValue: byte()))
    }

    mutating func reason() -> JoinFailure {
        one(in: 6) ? .unknown(byte()) : JoinFailure(rawValue: UInt16(number(0...9)))
    }

    mutating func status(_ names: [SSID] = []) -> JoinStatus {
        let state: StationState =
            switch number(0...8) {
            case 0: .notConfigured
            case 1: .disconnected
            case 2: .associating
            case 3: .authenticating
            case 4: .obtainingAddress
            case 5: .failed(reason())
            case 6: .connected(.unspecified)
            default: .connected(IPv4Address(10, 0, 0, UInt8(number(1...2))))
            }
        let signal = one(in: 2) ? SignalStrength(rawValue: Int8(number(-60 ... -58))) : nil
        let name = names.isEmpty || one(in: 3) ? ssid() : names[number(0...names.count - 1)]
        return JoinStatus(state: state, ssid: name, signal: signal, isProvisioned: one(in: 2))
    }

    /// Something to write: credentials, a request, a message of the vectors, any of them changed, or anything at all.
    mutating func message() -> [UInt8] {
        var message: [UInt8]
        switch number(0...9) {
        case 0...3:
            let (name, passphrase) = (ssid().bytes, self.passphrase())
            let length = 2 + name.count + passphrase.count
            message = [0x10, byte(), UInt8(length), 0, UInt8(name.count)] + name
            message += [UInt8(passphrase.count)] + passphrase
        case 4: message = [0x20, byte(), 0, 0]
        case 5...7: message = seeds[number(0...seeds.count - 1)]
        case 8: message = [0x10, 0, byte(), UInt8(number(0...2))] + bytes(number(0...600))
        default: message = bytes(number(0...80))
        }
        if one(in: 4), !message.isEmpty {
            for _ in 0..<number(1...3) { message[number(0...message.count - 1)] = byte() }
        }
        if one(in: 8) { message += bytes(number(1...9)) }
        if one(in: 8) { message = Array(message.prefix(number(0...message.count))) }
        return message
    }
}
