/// An event as a stream of server-sent events carries it (HTML, section 9.2).
enum ServerEvent {
    /// The event of this name; `data` has no line end in it. With an `id`, a browser that comes back says that it had it.
    static func frame(_ name: String, id: String? = nil, _ data: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count + 64)
        if let id { bytes += "id: \(id)\n".utf8 }
        bytes += "event: \(name)\ndata: ".utf8
        bytes += data
        bytes += "\n\n".utf8
        return bytes
    }

    /// Nothing, so that a connection whose other end is gone is noticed.
    static let beat = Array(": \n\n".utf8)
}
