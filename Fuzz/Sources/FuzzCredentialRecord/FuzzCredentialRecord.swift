/// The file of a simulated station's credentials is refused or read, and what is read is written as it came.
///
/// The input is a file without its checksum, which a fuzzer would never guess; a file with any other one is refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let content = Array(UnsafeBufferPointer(start: start, count: count))
    precondition(decode(content + [0, 0, 0, 0, 0, 0, 0, 0]) == nil || checksum(content) == 0)
    precondition(decode(Array(content.dropLast())) == nil || content.count > 8)
    var sum = checksum(content)
    var file = content
    for _ in 0..<8 {
        file.append(UInt8(truncatingIfNeeded: sum))
        sum >>= 8
    }
    guard let kept = decode(file) else { return 0 }
    precondition(file.count <= CredentialRecord.maximumLength, "longer than a record may be")
    let record = CredentialRecord.encode(kept.credentials, steeredAt: kept.address)
    precondition(record.withWritten { $0.elementsEqual(file) }, "written otherwise than it was read")
    return 0
}

private func decode(_ bytes: [UInt8]) -> KeptCredentials? {
    bytes.withUnsafeBufferPointer { CredentialRecord.decode($0[...]) }
}

/// FNV-1a with 64 bits.
private func checksum(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
