extension Outbox {
    /// Appends a message that carries its own fields (all but credentials, errors and unknown ones).
    /// - Returns: `false`, and nothing appended, where there is no room.
    public mutating func append(
        _ message: WiFiSet.Message, sequence: UInt8, to characteristic: WiFiSet.Characteristic
    ) -> Bool {
        append(to: characteristic.rawValue) { message.encode(sequence: sequence, into: &$0) }
    }

    /// Appends a credential write for the device.
    /// - Returns: `false`, and nothing appended, where there is no room or the protocol cannot carry them.
    public mutating func append(
        ssid: SSID, passphrase: borrowing Passphrase, sequence: UInt8, to characteristic: WiFiSet.Characteristic
    ) -> Bool {
        append(to: characteristic.rawValue) {
            WiFiSet.encodeCredentials(ssid: ssid, passphrase: passphrase, sequence: sequence, into: &$0)
        }
    }

    /// Appends an error message with a text of at most 255 bytes.
    /// - Returns: `false`, and nothing appended, where there is no room or the text is too long.
    public mutating func append(
        error code: WiFiSet.ErrorCode, text: StaticString, sequence: UInt8, to characteristic: WiFiSet.Characteristic
    ) -> Bool {
        append(to: characteristic.rawValue) { target in
            text.withUTF8Buffer { WiFiSet.encodeError(code, text: $0.span, sequence: sequence, into: &target) }
        }
    }
}
