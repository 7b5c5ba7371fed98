#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whether the system refuses something to this program's user: for want of permission, or since nothing may be written there.
public func isForbidden(_ number: Int32) -> Bool { [EACCES, EPERM, EROFS].contains(number) }

/// What the system says of an error number: `No such file or directory`.
public func systemText(_ number: Int32) -> String {
    var text = [CChar](repeating: 0, count: 128)
    guard strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
