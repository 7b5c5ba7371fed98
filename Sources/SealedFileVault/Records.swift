import CredentialVault

/// What is sealed: one record after another, each the lengths of kind, label and secret (1, 1 and 2 bytes, the lower first),
/// then those three.
struct Records: ~Copyable {
    let plain: Secret

    /// No records.
    init() { plain = Secret(capacity: 0) { _ in 0 } }

    init(_ plain: consuming Secret) { self.plain = plain }

    private static let headLength = 4

    /// A record's place, and where in it the secret is.
    struct Place {
        let name: SecretName
        let whole: Range<Int>
        let secret: Range<Int>
    }

    /// Where all records are; `nil` where they are not well-formed.
    func places() -> [Place]? {
        plain.withBytes { bytes in
            var places: [Place] = []
            var start = 0
            while start < bytes.count {
                guard bytes.count - start >= Self.headLength else { return nil }
                let kindEnd = start + Self.headLength + Int(bytes[start])
                let labelEnd = kindEnd + Int(bytes[start + 1])
                let end = labelEnd + Int(bytes[start + 2]) + Int(bytes[start + 3]) << 8
                guard end <= bytes.count,
                    let kind = String(validating: bytes[(start + Self.headLength)..<kindEnd], as: UTF8.self),
                    let label = String(validating: bytes[kindEnd..<labelEnd], as: UTF8.self),
                    let name = SecretName(SecretName.Kind(rawValue: kind), label)
                else { return nil }
                places.append(Place(name: name, whole: start..<end, secret: labelEnd..<end))
                start = end
            }
            return places
        }
    }

    func secret(at place: Range<Int>) -> Secret {
        plain.withBytes { bytes in
            Secret(capacity: place.count) { memory in
                guard memory.count == place.count else { return 0 }
                memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[place]))
                return place.count
            }
        }
    }

    /// The records without the one at `place`, and with a new one behind them where `name` is given.
    func changed(
        without place: Range<Int>?, adding secret: borrowing Secret, as name: SecretName?
    ) throws(VaultError) -> Records {
        let added = name.map { Self.head($0, secret.count) } ?? []
        let old = plain.count - (place?.count ?? 0)
        let total = old + added.count + (name == nil ? 0 : secret.count)
        let made = try plain.withBytes { bytes throws(VaultError) in
            try secret.withBytes { secret throws(VaultError) in
                try Secret(capacity: total) { memory throws(VaultError) in
                    guard memory.count == total else { throw .noMemoryForSecret }
                    var end = 0
                    func append(_ bytes: UnsafeRawBufferPointer) {
                        UnsafeMutableRawBufferPointer(rebasing: memory[end..<end + bytes.count]).copyMemory(from: bytes)
                        end += bytes.count
                    }
                    let gap = place ?? bytes.count..<bytes.count
                    append(UnsafeRawBufferPointer(rebasing: bytes[..<gap.lowerBound]))
                    append(UnsafeRawBufferPointer(rebasing: bytes[gap.upperBound...]))
                    added.withUnsafeBytes { append($0) }
                    if name != nil { append(secret) }
                    return end
                }
            }
        }
        return Records(made)
    }

    private static func head(_ name: SecretName, _ count: Int) -> [UInt8] {
        let (kind, label) = (Array(name.kind.rawValue.utf8), Array(name.label.utf8))
        return [UInt8(clamping: kind.count), UInt8(clamping: label.count)]
            + [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)] + kind + label
    }
}
