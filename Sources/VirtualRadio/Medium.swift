import BluetoothLE
import ProvisioningProtocols
import Runtime

/// What virtual radios share: memory or a directory.
protocol Medium: Sendable {
    /// The faults of all links in it, applied at the central's end.
    func linkFaults() throws(BluetoothError) -> VirtualRadio.Faults

    /// Takes a peripheral in, so that centrals can connect to it. Its address is the one wanted, or follows from its name.
    func enter(
        _ peripheral: VirtualPeripheral, wanting address: HardwareAddress?, name: String
    ) throws(BluetoothError) -> HardwareAddress

    /// Shows what a peripheral advertises; `nil` when it is silent.
    func show(_ discovery: Discovery?, of address: HardwareAddress) throws(BluetoothError)

    /// Takes a peripheral out. Its links are its own concern.
    func leave(_ address: HardwareAddress)

    /// Calls `heard` for what is advertised now and at every change, until the result is called.
    func watch(_ heard: @escaping @Sendable (Discovery) -> Void) throws(BluetoothError) -> @Sendable () -> Void

    /// A way from `channel` to the peripheral with an address.
    func open(
        to address: HardwareAddress, from channel: LinkChannel, deadline: Instant
    ) async throws(BluetoothError) -> any LinkPath
}

/// The addresses of virtual radios.
enum VirtualAddress {
    private static let last = Lock(UInt64(0))

    /// A static random address (Core Specification 5.4, Vol 6 Part B §1.3.2.1) that follows from a name, by FNV-1a.
    /// `attempt` gives others for the same name.
    static func derived(from name: String, attempt: Int) -> HardwareAddress {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 + [0] + String(attempt).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return HardwareAddress(hash ^ hash >> 16 | 0xC000_0000_0000)
    }

    /// An address that no other radio of this process has, and those of other processes hardly.
    static func next() -> HardwareAddress {
        let number = last.withLock { last in
            if last == 0 { last = UInt64.random(in: 1...0xFFFF) << 24 }
            last += 1
            return last
        }
        return HardwareAddress(number | 0xC000_0000_0000)
    }
}

extension HardwareAddress {
    /// The six bytes, the most significant first.
    var bytes: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: value >> (40 - 8 * UInt64($0))) } }

    /// The address of six bytes; `nil` for any other number of them.
    init?(bytes: [UInt8]) {
        guard bytes.count == 6 else { return nil }
        self.init(bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}
