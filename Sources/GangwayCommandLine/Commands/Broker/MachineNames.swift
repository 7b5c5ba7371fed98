#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What others call this machine.
struct MachineNames: Equatable {
    /// Names of hosts.
    var names: [String]
    /// Addresses in numbers, without those that only this machine has.
    var addresses: [String]

    /// What the system says now, and `name` before that.
    static func read(_ name: String?) -> MachineNames {
        var buffer = [CChar](repeating: 0, count: 256)
        var host = gethostname(&buffer, buffer.count - 1) == 0 ? text(buffer) : ""
        if !isHost(host) { host = "" }
        var names = [name ?? "", host].filter { !$0.isEmpty && !isNumeric($0) }
        if !host.isEmpty, !host.contains("."), host != "localhost" { names.append(host + ".local") }
        if !names.contains("localhost") { names.append("localhost") }
        var addresses = name.map { isNumeric($0) ? [$0] : [] } ?? []
        addresses += interfaces().filter { !addresses.contains($0) }
        return MachineNames(names: names.unique, addresses: addresses.unique)
    }

    /// What the broker's certificate is for, as OpenSSL reads it.
    var alternativeNames: String {
        (names.map { "DNS:" + $0 } + (addresses + ["127.0.0.1", "::1"]).map { "IP:" + $0 }).unique
            .joined(separator: ",")
    }

    /// Whether `text` can be a host: letters, digits, hyphens and dots, or an address in numbers.
    static func isHost(_ text: String) -> Bool {
        if isNumeric(text) { return true }
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == 0x2D || byte == 0x2E
        }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return isPlain && text.utf8.count <= 253
            && labels.allSatisfy { (1...63).contains($0.utf8.count) && !$0.hasPrefix("-") && !$0.hasSuffix("-") }
    }

    /// Whether `text` is an IPv4 or IPv6 address.
    static func isNumeric(_ text: String) -> Bool {
        var buffer = in6_addr()
        return inet_pton(AF_INET, text, &buffer) == 1 || inet_pton(AF_INET6, text, &buffer) == 1
    }

    /// The addresses of all interfaces, without loopback and those of one link.
    private static func interfaces() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [String] = []
        var entry = list
        while let here = entry?.pointee {
            entry = here.ifa_next
            guard let address = here.ifa_addr, here.ifa_flags & UInt32(IFF_LOOPBACK) == 0 else { continue }
            let family = Int32(address.pointee.sa_family)
            guard family == AF_INET || family == AF_INET6 else { continue }
            let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            var buffer = [CChar](repeating: 0, count: 256)
            let status = getnameinfo(
                address, socklen_t(size), &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
            let name = text(buffer)
            if status == 0, !name.hasPrefix("fe80:"), !name.hasPrefix("169.254.") { found.append(name) }
        }
        return found
    }

    private static func text(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension [String] {
    /// Each once, in order.
    fileprivate var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
