import Glibc
import MessageBroker

/// Looks up hosts' names, which takes its time and cannot be stopped, on a thread of its own.
enum HostLookup {
    /// What came of it: addresses in numbers, or why there are none.
    typealias Answer = Result<[String], BrokerError>

    /// Looks up `host` and calls `completion` from another thread.
    static func start(_ host: String, _ completion: @escaping @Sendable (Answer) -> Void) {
        let lookup = Lookup(host: host, completion: completion)
        let context = Unmanaged.passRetained(lookup)
        var thread = pthread_t()
        guard pthread_create(&thread, nil, runLookup, context.toOpaque()) == 0 else {
            context.release()
            completion(.failure(.system("start a thread", EAGAIN)))
            return
        }
        pthread_detach(thread)
    }

    fileprivate static func addresses(of host: String) -> Answer {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &list)
        guard status == 0 else { return .failure(.hostNotFound(host, String(cString: gai_strerror(status)))) }
        defer { freeaddrinfo(list) }
        var found: [String] = []
        var entry = list
        while let here = entry?.pointee {
            var name = [CChar](repeating: 0, count: 256)
            let named = getnameinfo(
                here.ai_addr, here.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
            let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if named == 0, !found.contains(text) { found.append(text) }
            entry = here.ai_next
        }
        return found.isEmpty ? .failure(.hostNotFound(host, "no address")) : .success(found)
    }
}

private final class Lookup: Sendable {
    let host: String
    let completion: @Sendable (HostLookup.Answer) -> Void

    init(host: String, completion: @escaping @Sendable (HostLookup.Answer) -> Void) {
        self.host = host
        self.completion = completion
    }
}

private func runLookup(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let lookup = Unmanaged<Lookup>.fromOpaque(context).takeRetainedValue()
    lookup.completion(HostLookup.addresses(of: lookup.host))
    return nil
}
