import Foundation
import Glibc

/// A connection to a web server on this machine, for tests that look at every byte. Its calls wait.
public final class WebClient {
    /// What came back.
    public struct Answer: Sendable {
        /// The status.
        public let status: Int
        /// The fields, names in small letters.
        public let fields: [(name: String, value: String)]
        /// The body, its chunks put together.
        public let body: [UInt8]

        /// The body as text.
        public var text: String { String(decoding: body, as: UTF8.self) }
        /// The body as a JSON object.
        public var object: [String: Any]? { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] }

        /// The first field of this name.
        public subscript(name: String) -> String? { fields.first { $0.name == name.lowercased() }?.value }
    }

    /// Nothing more came.
    public struct Ended: Error {
        /// Why this is thrown.
        public init() {}
    }

    private let descriptor: Int32
    private var pending: [UInt8] = []

    /// A connection to `port`.
    public init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Ended() }
    }

    deinit { close(descriptor) }

    /// Sends these bytes as they are; `false` where the other end is gone.
    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// The same.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends a request and reads its answer.
    public func ask(
        _ method: String, _ path: String, host: String = "localhost", fields: [String: String] = [:],
        body: String? = nil
    ) throws -> Answer {
        request(method, path, host: host, fields: fields, body: body)
        return try answer(hasBody: method != "HEAD")
    }

    /// Sends a request.
    public func request(
        _ method: String, _ path: String, host: String = "localhost", fields: [String: String] = [:],
        body: String? = nil
    ) {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
        send(text + "\r\n" + (body ?? ""))
    }

    /// Reads an answer.
    public func answer(hasBody: Bool = true) throws -> Answer {
        let (status, fields) = try head()
        func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
        var body: [UInt8] = []
        if !hasBody || status == 204 || status == 304 {
        } else if value("transfer-encoding")?.lowercased() == "chunked" {
            while let chunk = try chunk() { body += chunk }
        } else {
            body = try take(Int(value("content-length") ?? "") ?? 0)
        }
        return Answer(status: status, fields: fields, body: body)
    }

    /// Reads the head of an answer whose body is read with ``event()``.
    public func head() throws -> (status: Int, fields: [(name: String, value: String)]) {
        let first = try line().split(separator: " ")
        guard first.count >= 2, let status = Int(first[1]) else { throw Ended() }
        var fields: [(name: String, value: String)] = []
        while case let line = try line(), !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { throw Ended() }
            fields.append((parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces)))
        }
        return (status, fields)
    }

    private var text: [UInt8] = []

    /// The next server-sent event of a chunked body.
    public func event() throws -> (name: String, id: String?, data: String) {
        // Where no end was found before is not looked at again.
        var start = 0
        while true {
            if let end = endOfBlock(from: start) {
                start = 0
                let block = String(decoding: text[..<end], as: UTF8.self)
                text.removeFirst(end + 2)
                var (name, id, data) = ("", nil as String?, "")
                for line in block.split(separator: "\n") {
                    if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
                    if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
                    if line.hasPrefix("data: ") { data = String(line.dropFirst(6)) }
                }
                if !name.isEmpty { return (name, id, data) }
                continue
            }
            guard let more = try chunk() else { throw Ended() }
            start = max(0, text.count - 1)
            text += more
        }
    }

    /// Where the empty line begins that ends what has come of an event.
    private func endOfBlock(from start: Int) -> Int? {
        text.withUnsafeBufferPointer { text in
            var index = start
            while index + 1 < text.count {
                if text[index] == 0x0A, text[index + 1] == 0x0A { return index }
                index += 1
            }
            return nil
        }
    }

    /// The next event of this name that fits, as an object.
    public func event(_ name: String, where fits: ([String: Any]) -> Bool = { _ in true }) throws -> [String: Any] {
        while true {
            let event = try event()
            guard event.name == name,
                let object = try JSONSerialization.jsonObject(with: Data(event.data.utf8)) as? [String: Any],
                fits(object)
            else { continue }
            return object
        }
    }

    /// Sends nothing more, and reads on.
    public func halfClose() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Waits until the other end closes; `false` where something comes first.
    public func isClosed() -> Bool { pending.isEmpty && !fill() }

    private func chunk() throws -> [UInt8]? {
        let size = Int(try line().prefix { $0 != ";" }, radix: 16) ?? 0
        let bytes = try take(size)
        _ = try line()
        return size == 0 ? nil : bytes
    }

    private func fill() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        pending += bytes[..<count]
        return true
    }

    private func line() throws -> String {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = String(decoding: pending[..<end].filter { $0 != 0x0D }, as: UTF8.self)
                pending.removeFirst(end + 1)
                return line
            }
            guard fill() else { throw Ended() }
        }
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while pending.count < count { guard fill() else { throw Ended() } }
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }
}
