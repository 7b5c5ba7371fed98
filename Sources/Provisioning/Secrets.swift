import BluetoothLE
import ProvisioningProtocols

/// The passphrases that a session was given. A device that repeats one, whole or in pieces, must not bring it into a trace
/// or a message.
struct Secrets {
    /// More attempts than a person makes on one link; with more, the oldest go.
    private static let capacity = 16
    /// The least of a passphrase that is taken for a piece of it where a value begins or ends in its middle.
    private static let leastPiece = 4

    private var boxes: [CredentialBox] = []

    mutating func add(_ box: CredentialBox) {
        guard !box.credentials.passphrase.isEmpty else { return }
        if boxes.count == Self.capacity { boxes.removeFirst() }
        boxes.append(box)
    }

    /// `value` with ``TraceRecord/mask`` in the place of every byte of a passphrase.
    func masked(_ value: borrowing Span<UInt8>) -> [UInt8] {
        var masked: [UInt8] = []
        masked.reserveCapacity(value.count)
        for index in value.indices { masked.append(value[index]) }
        for box in boxes {
            box.credentials.passphrase.withBytes { secret in Self.mask(secret, in: value, &masked) }
        }
        return masked
    }

    /// Lays the secret on the value at every place where the two overlap.
    private static func mask(
        _ secret: borrowing Span<UInt8>, in value: borrowing Span<UInt8>, _ masked: inout [UInt8]
    ) {
        guard !value.isEmpty else { return }
        for start in (1 - secret.count)..<value.count {
            let place = max(0, start)..<min(value.count, start + secret.count)
            guard place.count >= min(leastPiece, secret.count) else { continue }
            var isSame = true
            for index in place where value[index] != secret[index - start] {
                isSame = false
                break
            }
            if isSame { for index in place { masked[index] = TraceRecord.mask } }
        }
    }
}
