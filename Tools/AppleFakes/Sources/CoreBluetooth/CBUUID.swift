import BluetoothLE
public import Foundation

/// documentation/corebluetooth/cbuuid
open class CBUUID: NSObject {
    let bluetooth: BluetoothUUID

    init(_ bluetooth: BluetoothUUID) { self.bluetooth = bluetooth }

    /// documentation/corebluetooth/cbuuid/init(string:). As there, a text that is no UUID is the caller's mistake and traps.
    public init(string theString: String) {
        guard let bluetooth = BluetoothUUID(theString) else { preconditionFailure("\(theString) is not a valid UUID") }
        self.bluetooth = bluetooth
    }

    /// documentation/corebluetooth/cbuuid/uuidstring: four digits where the UUID has a short form.
    open var uuidString: String {
        let text = bluetooth.description.uppercased()
        guard BluetoothUUID(UInt16(truncatingIfNeeded: bluetooth.high >> 32)) == bluetooth else { return text }
        return String(text.dropFirst(4).prefix(4))
    }

    /// Equal where they are the same UUID, in whatever form.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CBUUID)?.bluetooth == bluetooth }

    /// Goes with `isEqual(_:)`.
    open override var hash: Int { bluetooth.hashValue }
}

@available(*, unavailable) extension CBUUID: @unchecked Sendable {}
