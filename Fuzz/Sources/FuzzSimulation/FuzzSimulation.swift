import JSONText
import SimulatedStation

/// A file of the simulated station is refused with a line that it has, or read; and JSON that was read, written and read again
/// is the same, and the same world.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
    let value: JSONValue
    do throws(JSONFault) {
        value = try JSONReader.read(bytes)
    } catch {
        precondition((1...lines).contains(error.line), "a fault beyond the text")
        precondition((try? Simulation(json: bytes)) == nil, "a world of no JSON")
        return 0
    }
    var writer = JSONWriter()
    writer.write(value)
    let text = writer.bytes
    guard let again = try? JSONReader.read(text) else { preconditionFailure("not read again") }
    precondition(isSame(value, again), "another value")
    if case .string(let string) = value.kind {
        guard let other = try? JSONReader.read(Array(escaped(string).utf8)) else { preconditionFailure("no string") }
        precondition(isSame(value, other), "escapes are other characters")
    }
    let world = try? Simulation(json: bytes)
    precondition(world == (try? Simulation(json: text)), "another world")
    for network in world?.networks ?? [] {
        precondition((1...32).contains(network.ssid.count) && !network.accessPoints.isEmpty)
        precondition(network.passphrase.count <= 64)
    }
    return 0
}

/// Every character as an escape: two for those beyond 16 bits.
private func escaped(_ text: String) -> String {
    let units = text.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + units.joined() + "\""
}

private func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left.kind, right.kind) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    case (.array(let one), .array(let other)): one.elementsEqual(other, by: isSame)
    case (.object(let one), .object(let other)):
        one.elementsEqual(other) { $0.key.utf8.elementsEqual($1.key.utf8) && isSame($0.value, $1.value) }
    default: false
    }
}
