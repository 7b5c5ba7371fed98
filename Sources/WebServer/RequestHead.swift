import CMicroHTTPD

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What libmicrohttpd knows of a request when its header has arrived; `nil` where it is not UTF-8 or has too many fields.
func requestHead(
    _ connection: OpaquePointer, url: UnsafePointer<CChar>?, method: UnsafePointer<CChar>?, isSecure: Bool
) -> WebRequest? {
    guard let url, let method, let path = String(validatingCString: url), path.hasPrefix("/"),
        let verb = String(validatingCString: method),
        let fields = pairs(connection, .HEADER_KIND), let query = pairs(connection, .GET_ARGUMENT_KIND)
    else { return nil }
    let peer = peerAddress(connection)
    return WebRequest(
        method: verb, path: path, query: query, fields: fields, isFromLoopback: isLoopback(peer), peer: peer,
        isSecure: isSecure)
}

private final class Pairs {
    static let limit = 100
    var all: [(name: String, value: String)] = []
    var isValid = true
}

private func pairs(_ connection: OpaquePointer, _ kind: MHD_ValueKind) -> [(name: String, value: String)]? {
    let pairs = Pairs()
    let take: MHD_KeyValueIterator = { memory, _, name, value in
        guard let memory, let name else { return .YES }
        let pairs = Unmanaged<Pairs>.fromOpaque(memory).takeUnretainedValue()
        let text = value.map { String(validatingCString: $0) } ?? ""
        guard let name = String(validatingCString: name), let text, pairs.all.count < Pairs.limit else {
            pairs.isValid = false
            return .NO
        }
        pairs.all.append((name, text))
        return .YES
    }
    MHD_get_connection_values(connection, kind, take, Unmanaged.passUnretained(pairs).toOpaque())
    return pairs.isValid ? pairs.all : nil
}

/// The address at the other end, in numbers.
private func peerAddress(_ connection: OpaquePointer) -> String {
    guard
        let info = gangway_connection_info(connection, .CONNECTION_INFO_CLIENT_ADDRESS),
        let address = info.pointee.client_addr
    else { return "" }
    let isSix = address.pointee.sa_family == sa_family_t(AF_INET6)
    let length = isSix ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard
        getnameinfo(
            address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
    else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

private func isLoopback(_ address: String) -> Bool {
    let plain = address.hasPrefix("::ffff:") ? String(address.dropFirst(7)) : address
    return plain == "::1" || plain.hasPrefix("127.")
}
