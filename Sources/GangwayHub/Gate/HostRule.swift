#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif
import WebServer

/// Under which names the hub may be addressed. A page from elsewhere can have its own name lead to this machine (DNS
/// rebinding), and is then of one origin with the hub as the browser sees it; a name that is not the hub's own is refused.
struct HostRule: Sendable {
    private let names: Set<String>

    /// The rule for a machine that is called by `names`, beside `localhost` and every address in numbers.
    init(names: [String]) { self.names = Set(names.map { $0.lowercased() } + ["localhost"]) }

    /// The names of this machine, also with `.local` behind them, and the one that a person gave.
    static func ofThisMachine(_ named: String?) -> HostRule {
        var buffer = [CChar](repeating: 0, count: 256)
        var names: [String] = named.map { [$0] } ?? []
        if gethostname(&buffer, buffer.count - 1) == 0 {
            let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            let short = String(name.prefix { $0 != "." })
            names += [name, short, short + ".local"].filter { !$0.isEmpty && $0 != ".local" }
        }
        return HostRule(names: names)
    }

    /// Whether the request names this hub.
    func allows(_ request: WebRequest) -> Bool {
        guard let host = request.value("Host"), let name = Self.name(of: host) else { return false }
        return names.contains(name) || Self.isAddress(name)
    }

    /// Whether the request comes from a page of this hub, as its browser says: what changes something has to.
    func isOwnPage(_ request: WebRequest) -> Bool {
        guard let host = request.value("Host"), let origin = request.value("Origin") else { return false }
        return origin.lowercased() == (request.isSecure ? "https://" : "http://") + host.lowercased()
    }

    /// The name in `name:port`, in small letters; `nil` where it is none.
    static func name(of host: String) -> String? {
        let text = host.lowercased()
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            return String(text[text.index(after: text.startIndex)..<end])
        }
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        guard text[colon...].isEmpty || isPort(text[colon...]) else { return nil }
        var name = String(text[..<colon])
        if name.hasSuffix(".") { name.removeLast() }
        return name.isEmpty ? nil : name
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && UInt16(text.dropFirst()) != nil
    }

    private static func isAddress(_ name: String) -> Bool {
        var (four, six) = (in_addr(), in6_addr())
        return inet_pton(AF_INET, name, &four) == 1 || inet_pton(AF_INET6, name, &six) == 1
    }
}
