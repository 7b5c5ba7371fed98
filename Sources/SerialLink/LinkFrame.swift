/// A device on a serial port and the one who gives it its Bluetooth speak in frames: the byte-stuffed frames of RFC 1662 §4
/// with its 16-bit check sequence, a byte that tells the kind, and what belongs to it. Numbers are little-endian.
public enum LinkFrame {
    /// The version of what the frames mean.
    public static var version: UInt8 { 1 }
    /// How many bytes a frame carries at most, its kind among them.
    public static var maximumLength: Int { 544 }

    /// What the one with the Bluetooth tells the device.
    public enum Request: UInt8, Sendable {
        /// Say who you are: answered by ``Report/started`` and what follows it.
        case hello = 0x01
        /// A client (4 bytes) has connected.
        case connected
        /// A client (4 bytes) has left.
        case left
        /// A client (4 bytes) has subscribed: service, characteristic.
        case subscribed
        /// A client (4 bytes) writes: service, characteristic, request (2), offset (2), value.
        case write
        /// A client (4 bytes) reads: service, characteristic, request (2).
        case read
        /// Forget all networks, as a button would say.
        case forget
        /// Tell what it cost: answered by ``Report/figures``.
        case measure
    }

    /// What the device tells.
    public enum Report: UInt8, Sendable {
        /// It has started, or was asked: version, how many services, name.
        case started = 0x81
        /// A service: its place, its UUID (16), and of each characteristic number, properties (2), UUID (16).
        case service
        /// Whether it is on the air: 1 or 0.
        case advertising
        /// Data of a service for the advertisement: place, data.
        case serviceData
        /// A notification: service, characteristic, value.
        case notification
        /// The answer to a request (2): an error of the attribute protocol or 0, and the value read.
        case answer
        /// Something happened that people want to know: ``Happening``, and what belongs to it.
        case happening
        /// Instructions, bytes of stack, words written to flash, each 4 bytes.
        case figures
    }

    /// What people want to know of the device.
    public enum Happening: UInt8, Sendable {
        /// Credentials came in: the network's name.
        case received = 1
        /// They are stored: the network's name.
        case stored
        /// They could not be stored: the network's name.
        case notStored
        /// The Wi-Fi's state: its number, the network's name.
        case state
        /// On a network: the address (4), the network's name.
        case connected
        /// The join failed: the reason (2), the network's name.
        case failed
        /// All credentials are cleared.
        case cleared
        /// The device is steered at: its id (16), its topic.
        case steered
    }

    static var flag: UInt8 { 0x7E }
    static var escape: UInt8 { 0x7D }
    static var flip: UInt8 { 0x20 }
}

/// The check sequence of RFC 1662 §C.2, four bits at a time.
struct CheckSequence {
    private var value: UInt16 = 0xFFFF

    @inline(never)
    mutating func add(_ byte: UInt8) {
        value = value &>> 4 ^ Self.step(UInt8(truncatingIfNeeded: value) ^ byte)
        value = value &>> 4 ^ Self.step(UInt8(truncatingIfNeeded: value) ^ byte &>> 4)
    }

    private static func step(_ bits: UInt8) -> UInt16 {
        let index = UInt16(truncatingIfNeeded: bits & 0x0F)
        // The table of the polynomial 0x8408, computed: x^16 + x^12 + x^5 + 1 reversed.
        var rest = index
        for _ in 0..<4 { rest = rest & 1 == 1 ? rest &>> 1 ^ 0x8408 : rest &>> 1 }
        return rest
    }

    /// What is sent behind the frame.
    var sent: UInt16 { ~value }
    /// Whether a frame with its check sequence is whole (RFC 1662 §C.2: the good value).
    var isGood: Bool { value == 0xF0B8 }
}

/// Writes frames, byte by byte.
public struct LinkEncoder {
    private var check = CheckSequence()

    /// The beginning of a frame of this kind.
    public init(_ kind: UInt8, _ put: (UInt8) -> Void) {
        put(LinkFrame.flag)
        add(kind, put)
    }

    /// One more byte.
    @inline(never)
    public mutating func add(_ byte: UInt8, _ put: (UInt8) -> Void) {
        check.add(byte)
        Self.stuff(byte, put)
    }

    /// A number of two bytes.
    @inline(never)
    public mutating func add(_ number: UInt16, _ put: (UInt8) -> Void) {
        add(UInt8(truncatingIfNeeded: number), put)
        add(UInt8(truncatingIfNeeded: number &>> 8), put)
    }

    /// A number of four bytes.
    @inline(never)
    public mutating func add(_ number: UInt32, _ put: (UInt8) -> Void) {
        add(UInt16(truncatingIfNeeded: number), put)
        add(UInt16(truncatingIfNeeded: number &>> 16), put)
    }

    /// Many bytes.
    @inline(never)
    public mutating func add(_ bytes: borrowing Span<UInt8>, _ put: (UInt8) -> Void) {
        for index in bytes.indices { add(bytes[index], put) }
    }

    /// The end of the frame.
    public consuming func end(_ put: (UInt8) -> Void) {
        let sent = check.sent
        Self.stuff(UInt8(truncatingIfNeeded: sent), put)
        Self.stuff(UInt8(truncatingIfNeeded: sent &>> 8), put)
        put(LinkFrame.flag)
    }

    @inline(never)
    private static func stuff(_ byte: UInt8, _ put: (UInt8) -> Void) {
        guard byte == LinkFrame.flag || byte == LinkFrame.escape else { return put(byte) }
        put(LinkFrame.escape)
        put(byte ^ LinkFrame.flip)
    }
}

/// Finds the frames in what comes over a line, whatever comes: what is no frame is passed over.
public struct LinkDecoder: ~Copyable {
    private var bytes = InlineArray<546, UInt8>(repeating: 0)
    private var count = 0
    private var check = CheckSequence()
    private var isEscaped = false
    /// What comes is dropped until a flag: the line is joined in the middle, or a frame was too long.
    private var isLost = true
    private var isWhole = false

    /// Nothing has come.
    public init() {}

    /// Takes the next byte; whether a frame is whole with it, which ``withFrame(_:)`` lends until the next byte.
    @inline(never)
    public mutating func take(_ byte: UInt8) -> Bool {
        if isWhole { begin() }
        if byte == LinkFrame.flag {
            isWhole = !isLost && !isEscaped && count > 2 && check.isGood
            if !isWhole { begin() }
            return isWhole
        }
        if isLost { return false }
        if byte == LinkFrame.escape {
            isEscaped = true
            return false
        }
        guard count < bytes.count else {
            isLost = true
            return false
        }
        let plain = isEscaped ? byte ^ LinkFrame.flip : byte
        isEscaped = false
        bytes[count] = plain
        count += 1
        check.add(plain)
        return false
    }

    @inline(never)
    private mutating func begin() {
        count = 0
        check = CheckSequence()
        isEscaped = false
        isLost = false
        isWhole = false
    }

    /// Lends the frame's kind and what belongs to it.
    public func withFrame<Result>(_ body: (_ kind: UInt8, _ rest: borrowing Span<UInt8>) -> Result) -> Result {
        let end = max(count - 2, 1)
        return body(bytes[0], bytes.span.extracting(1..<end))
    }

    /// Overwrites the last frame, which may have brought a passphrase.
    public mutating func wipe() {
        for index in 0..<count { bytes[index] = 0 }
        begin()
    }
}
