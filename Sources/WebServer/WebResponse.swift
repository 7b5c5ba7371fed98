/// What a request is answered with.
public struct WebResponse: Sendable {
    /// What follows the header.
    public enum Body: Sendable {
        /// These bytes; many answers may share them.
        case bytes([UInt8])
        /// What the stream is fed, until it ends or the other end goes.
        case stream(BodyStream)
    }

    /// The status: 200.
    public var status: Int
    /// The header's fields, beside those that the server adds: Date, Connection, and the body's length or encoding.
    public var fields: [(name: String, value: String)]
    /// The body.
    public var body: Body

    /// An answer of these parts.
    public init(_ status: Int, fields: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// A short text for people.
    public static func text(_ status: Int, _ text: String) -> WebResponse {
        WebResponse(
            status, fields: [("Content-Type", "text/plain; charset=utf-8")], body: .bytes(Array((text + "\n").utf8)))
    }

    /// A JSON text.
    public static func json(_ status: Int, _ bytes: [UInt8]) -> WebResponse {
        WebResponse(status, fields: [("Content-Type", "application/json")], body: .bytes(bytes))
    }
}
