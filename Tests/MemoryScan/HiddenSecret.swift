import CMemoryScan
import Glibc
public import ProvisioningProtocols
import Runtime

/// A passphrase that a test gives away and then looks for. It is drawn at random and kept masked, so that the test's own copy
/// is none.
public struct HiddenSecret: Sendable {
    private static let mask: UInt8 = 0xA5
    private let masked: [UInt8]

    /// A secret of 48 letters.
    public init() {
        masked = (0..<48).map { _ in UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z")) ^ Self.mask }
    }

    /// Lends the bytes in memory that is wiped afterwards; `ending` is put behind them.
    public func withBytes<Result: ~Copyable>(
        ending: [UInt8] = [], _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        let buffer = SecretBuffer(count: masked.count + ending.count)
        defer { withExtendedLifetime(buffer) {} }
        for index in masked.indices { buffer.bytes[index] = masked[index] ^ Self.mask }
        for index in ending.indices { buffer.bytes[masked.count + index] = ending[index] }
        return try body(UnsafeBufferPointer(buffer.bytes))
    }

    /// The secret as a passphrase.
    public var passphrase: Passphrase { withBytes { Passphrase($0.span) ?? Passphrase() } }

    /// Whether a passphrase is this one.
    public func matches(_ bytes: borrowing Span<UInt8>) -> Bool {
        guard bytes.count == masked.count else { return false }
        for index in bytes.indices where bytes[index] ^ Self.mask != masked[index] { return false }
        return true
    }

    /// Where pieces of it stand in the memory of this process, or of another.
    public func places(in process: Int32 = 0) -> [String] {
        var places = [gangway_place](repeating: gangway_place(), count: 16)
        let count = masked.withUnsafeBufferPointer { masked in
            masked.baseAddress.map {
                gangway_memory_scan(process, $0, masked.count, Self.mask, &places, places.count)
            } ?? -1
        }
        return Self.texts(count, places)
    }

    /// Runs a program to its end and looks for the secret in its memory then. `input` is its standard input.
    /// - Returns: its exit status and the places.
    public func places(
        atExitOf path: String, _ arguments: [String], environment: [String: String], input: Int32, output: Int32
    ) -> (status: Int32, places: [String]) {
        var places = [gangway_place](repeating: gangway_place(), count: 16)
        var found = -1
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let status = withStrings([path] + arguments) { arguments in
            withStrings(variables) { variables in
                masked.withUnsafeBufferPointer { masked -> Int32 in
                    guard let start = masked.baseAddress else { return -1 }
                    return gangway_scan_at_exit(
                        path, arguments, variables, [input, output, 2], start, masked.count, Self.mask, &found, &places,
                        places.count)
                }
            }
        }
        return (status, Self.texts(found, places))
    }

    private static func texts(_ count: Int, _ places: [gangway_place]) -> [String] {
        guard count >= 0 else { return ["the memory could not be read"] }
        return places.prefix(count).map { place in
            let area = withUnsafeBytes(of: place.area) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return
                "\(area.isEmpty ? "memory" : area) 0x\(String(place.address, radix: 16)): bytes from \(place.offset) on"
        }
    }
}

private func withStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
    pointers[strings.count] = nil
    defer {
        for index in strings.indices { free(pointers[index]) }
        pointers.deallocate()
    }
    return body(pointers)
}
