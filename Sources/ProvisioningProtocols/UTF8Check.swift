/// How the bytes at a place stand as UTF-8 (RFC 3629): no overlong form, no surrogate, nothing above U+10FFFF.
enum UTF8Unit: Equatable {
    /// A character of this many bytes.
    case character(Int)
    /// The first bytes of one; the rest is not there.
    case cut
    /// No part of a character.
    case invalid
}

/// What stands at `place` of `bytes`, which is below `end`, where nothing counts from `end` on.
func utf8Unit(at place: Int, to end: Int, in bytes: borrowing Span<UInt8>) -> UTF8Unit {
    let lead = bytes[place]
    let (count, least, most): (Int, UInt8, UInt8) =
        switch lead {
        case ..<0x80: (1, 0, 0)
        case 0xC2...0xDF: (2, 0x80, 0xBF)
        case 0xE0: (3, 0xA0, 0xBF)
        case 0xE1...0xEC, 0xEE, 0xEF: (3, 0x80, 0xBF)
        case 0xED: (3, 0x80, 0x9F)
        case 0xF0: (4, 0x90, 0xBF)
        case 0xF1...0xF3: (4, 0x80, 0xBF)
        case 0xF4: (4, 0x80, 0x8F)
        default: (0, 0, 0)
        }
    guard count > 0 else { return .invalid }
    for index in 1..<max(count, 1) {
        guard index < end - place else { return .cut }
        let byte = bytes[place + index]
        let isRight = index == 1 ? byte >= least && byte <= most : byte & 0xC0 == 0x80
        guard isRight else { return .invalid }
    }
    return .character(count)
}

/// Whether all of `bytes` is UTF-8.
func isUTF8(_ bytes: borrowing Span<UInt8>) -> Bool {
    var place = 0
    while place < bytes.count {
        guard case .character(let count) = utf8Unit(at: place, to: bytes.count, in: bytes) else { return false }
        place += count
    }
    return true
}
