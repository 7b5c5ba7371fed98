#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder that this program lies in; `nil` where that is not known.
public var ownFolder: String? {
    #if os(Linux)
        guard let own = realpath("/proc/self/exe", nil) else { return nil }
    #else
        guard let own = realpath(CommandLine.arguments[0], nil) else { return nil }
    #endif
    defer { free(own) }
    let text = String(cString: own)
    return text.lastIndex(of: "/").map { String(text[..<$0]) }
}
