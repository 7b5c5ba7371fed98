import BluetoothLE

/// Peripherals as platforms name them.
enum PeripheralIDs {
    static let address = PeripheralID("E6:DE:54:23:79:AB")
    static let uuid = PeripheralID("0F3C1A52-7C3B-4B5E-9F5D-1E2D3C4B5A69")
}
