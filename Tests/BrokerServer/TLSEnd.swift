import Foundation

/// The other end of one TLS connection, `openssl s_server`: a broker's certificate and no broker behind it. It tells all that
/// came through the TLS, which nothing on the wire can.
public final class TLSEnd: Sendable {
    /// The versions of TLS that there are to choose from.
    public enum Version: String, CaseIterable, Sendable {
        case tls12 = "-tls1_2"
        case tls13 = "-tls1_3"
    }

    /// Where it listens.
    public let port: UInt16
    private let process: ServerProcess

    /// One that shows `certificate`, and ends with its first connection.
    public init(_ certificate: Certificates.Pair, _ version: Version) throws {
        port = try freePort()
        process = try ServerProcess(
            "/usr/bin/openssl",
            [
                "s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificate.certificate, "-key", certificate.key,
                version.rawValue, "-naccept", "1",
            ], hasInput: true)
        _ = try process.read(until: "ACCEPT\n")
    }

    /// Reads until `text` has come; all that was said before.
    public func read(until text: String) throws -> String { try process.read(until: text) }

    /// What it says until it ends: what came, and what openssl tells of the connection.
    public func rest() -> String { process.rest() }
}
