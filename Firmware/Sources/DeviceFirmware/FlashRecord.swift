import ProvisioningProtocols

/// Credentials as bytes of flash: two bytes of length, facts, name, passphrase, and where the device is steered; then a
/// checksum of four bytes.
struct FlashRecord: ~Copyable {
    static var capacity: Int { 340 }
    private static var head: Int { 16 }

    private var bytes = InlineArray<340, UInt8>(repeating: 0)
    /// How many bytes it has, the checksum among them.
    private(set) var count = 0

    @inline(never)
    mutating func wipe() {
        for index in 0..<Self.capacity { bytes[index] = 0 }
        count = 0
    }

    @inline(never)
    func word(at index: Int) -> UInt32 {
        var word: UInt32 = 0
        for place in 0..<4 { word |= UInt32(bytes[index * 4 + place]) &<< UInt32(place * 8) }
        return word
    }

    @inline(never)
    mutating func set(_ word: UInt32, at index: Int) {
        for place in 0..<4 { bytes[index * 4 + place] = UInt8(truncatingIfNeeded: word &>> UInt32(place * 8)) }
    }

    /// Whether length, lengths within it, and checksum agree; then ``count`` is set.
    var isWhole: Bool {
        mutating get {
            let length = Int(bytes[0]) | Int(bytes[1]) &<< 8
            let inner = Self.head + Int(bytes[2]) + Int(bytes[3]) + (bytes[4] == 0 ? 0 : 16 + Int(bytes[4]))
            guard length == inner + 4, length <= Self.capacity, bytes[2] >= 1, bytes[2] <= 32, bytes[3] <= 64,
                checksum(length - 4) == number(at: length - 4)
            else { return false }
            count = length
            return true
        }
    }

    @inline(never)
    mutating func fill(_ credentials: borrowing Credentials, steeredAt address: ControlAddress?) {
        wipe()
        bytes[2] = UInt8(truncatingIfNeeded: credentials.ssid.count)
        bytes[3] = UInt8(truncatingIfNeeded: credentials.passphrase.count)
        let security = credentials.security.rawValue
        bytes[5] = UInt8(truncatingIfNeeded: security)
        bytes[6] = UInt8(truncatingIfNeeded: security &>> 8)
        bytes[7] = (credentials.isHidden ? 1 : 0) | (credentials.bssid == nil ? 0 : 2)
        bytes[8] = credentials.channel.rawValue
        bytes[9] = credentials.band.rawValue
        if let bssid = credentials.bssid { putAddress(bssid) }
        count = Self.head
        for index in 0..<credentials.ssid.count { put(credentials.ssid[index]) }
        put(passphraseOf: credentials)
        if let address {
            bytes[4] = UInt8(truncatingIfNeeded: address.topic.count)
            put(topicOf: address)
            put(eight: address.id.high)
            put(eight: address.id.low)
        }
        bytes[0] = UInt8(truncatingIfNeeded: count + 4)
        bytes[1] = UInt8(truncatingIfNeeded: (count + 4) &>> 8)
        let sum = checksum(count)
        for place in 0..<4 { put(UInt8(truncatingIfNeeded: sum &>> UInt32(place * 8))) }
    }

    /// The credentials of a record that ``isWhole``.
    var credentials: Credentials? {
        let name = Self.head..<Self.head + Int(bytes[2])
        let secret = name.upperBound..<name.upperBound + Int(bytes[3])
        guard let ssid = SSID(bytes.span.extracting(name)), let passphrase = Passphrase(bytes.span.extracting(secret))
        else { return nil }
        return Credentials(
            ssid: ssid, passphrase: passphrase,
            security: Security(rawValue: UInt16(bytes[5]) | UInt16(bytes[6]) &<< 8), isHidden: bytes[7] & 1 != 0,
            bssid: bytes[7] & 2 != 0 ? HardwareAddress(eight(at: 8) & 0xFFFF_FFFF_FFFF) : nil,
            channel: Channel(rawValue: bytes[8]), band: Band(rawValue: bytes[9]))
    }

    /// Where a record that ``isWhole`` says that the device is steered.
    var controlAddress: ControlAddress? {
        let count = Int(bytes[4])
        guard count > 0 else { return nil }
        let start = Self.head + Int(bytes[2]) + Int(bytes[3])
        guard let topic = try? TopicName(bytes.span.extracting(start..<start + count)) else { return nil }
        let id = DeviceID(high: eight(at: start + count), low: eight(at: start + count + 8))
        return ControlAddress(topic: topic, id: id)
    }

    // MARK: - Parts

    @inline(never)
    private mutating func put(_ byte: UInt8) {
        guard count < Self.capacity else { return }
        bytes[count] = byte
        count += 1
    }

    @inline(never)
    private mutating func put(passphraseOf credentials: borrowing Credentials) {
        var place = count
        credentials.passphrase.withBytes { secret in
            for index in secret.indices where place < Self.capacity {
                bytes[place] = secret[index]
                place += 1
            }
        }
        count = place
    }

    @inline(never)
    private mutating func put(topicOf address: ControlAddress) {
        var place = count
        address.topic.withBytes { topic in
            for index in topic.indices where place < Self.capacity {
                bytes[place] = topic[index]
                place += 1
            }
        }
        count = place
    }

    // A 64-bit number goes byte by byte in the order of memory: conversions to and from 32 bits need a heap type.
    @inline(never)
    private mutating func put(eight number: UInt64) {
        let halves = unsafeBitCast(number.bigEndian, to: SIMD8<UInt8>.self)
        for index in 0..<8 { put(halves[index]) }
    }

    @inline(never)
    private func eight(at place: Int) -> UInt64 {
        var halves = SIMD8<UInt8>(repeating: 0)
        for index in 0..<8 { halves[index] = bytes[place + index] }
        return UInt64(bigEndian: unsafeBitCast(halves, to: UInt64.self))
    }

    @inline(never)
    private mutating func putAddress(_ address: HardwareAddress) {
        let halves = unsafeBitCast(address.value.bigEndian, to: SIMD8<UInt8>.self)
        for index in 2..<8 { bytes[8 + index] = halves[index] }
    }

    private func number(at place: Int) -> UInt32 {
        var number: UInt32 = 0
        for index in 0..<4 { number |= UInt32(bytes[place + index]) &<< UInt32(index * 8) }
        return number
    }

    /// CRC-32 (IEEE 802.3): it is to tell damage, not tampering.
    @inline(never)
    private func checksum(_ count: Int) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for index in 0..<count {
            sum ^= UInt32(bytes[index])
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum &>> 1 ^ 0xEDB8_8320 : sum &>> 1 }
        }
        return ~sum
    }
}
