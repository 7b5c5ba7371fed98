import Foundation
import Glibc
import PrivateBus

/// Certificates for one test process, made by `openssl`: two authorities, and what the first vouches for.
public final class Certificates: Sendable {
    /// Those that all tests share: making them takes a moment.
    public static let shared = Result { try Certificates() }

    private let folder: URL

    /// The authority that vouches for everything here.
    public var authority: String { path("ca.crt") }
    /// One that vouches for nothing here.
    public var otherAuthority: String { path("other.crt") }

    /// A certificate and its key.
    public struct Pair: Sendable {
        /// The file of the certificate.
        public let certificate: String
        /// The file of its key.
        public let key: String
    }

    /// A broker's, for `localhost` and the addresses of this machine.
    public var localhost: Pair { pair("localhost") }
    /// A broker's, for `other.example`.
    public var otherHost: Pair { pair("other-host") }
    /// A broker's, which held until yesterday.
    public var expired: Pair { pair("expired") }
    /// A broker's, which holds from tomorrow on.
    public var future: Pair { pair("future") }
    /// A client's.
    public var client: Pair { pair("client") }

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "gangway-certificates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write("index", "")
        try write("settings", Self.settings(database: path("index"), serial: path("serial")))
        for (name, subject) in [("ca", "Test Authority"), ("other", "Other Authority")] {
            try run("req", "-x509", "-days", "30", "-out", path("\(name).crt"), subject: subject, key: name)
        }
        let day = 86_400.0
        try make("localhost", subject: "localhost", names: "DNS:localhost,IP:127.0.0.1,IP:::1", -day, 30 * day)
        try make("other-host", subject: "other.example", names: "DNS:other.example", -day, 30 * day)
        try make("expired", subject: "localhost", names: "DNS:localhost", -9 * day, -day)
        try make("future", subject: "localhost", names: "DNS:localhost", day, 30 * day)
        try make("client", subject: "a client", names: "DNS:client", -day, 30 * day)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A file of this folder that holds `text`.
    public func file(_ name: String, holding text: String) throws -> String {
        try write(name, text)
        return path(name)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func pair(_ name: String) -> Pair { Pair(certificate: path("\(name).crt"), key: path("\(name).key")) }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    /// A certificate that holds from `start` to `end`, in seconds from now.
    private func make(_ name: String, subject: String, names: String, _ start: Double, _ end: Double) throws {
        try run("req", "-out", path("\(name).csr"), subject: subject, key: name)
        try write("\(name).names", "subjectAltName=\(names)")
        try openssl(
            "ca", "-batch", "-notext", "-create_serial", "-config", path("settings"), "-outdir", folder.path,
            "-cert", path("ca.crt"), "-keyfile", path("ca.key"), "-in", path("\(name).csr"), "-out",
            path("\(name).crt"), "-extfile", path("\(name).names"), "-startdate", Self.moment(start), "-enddate",
            Self.moment(end))
    }

    private func run(_ command: String, _ arguments: String..., subject: String, key: String) throws {
        try openssl(
            [command] + arguments + [
                "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", path("\(key).key"),
                "-subj", "/CN=\(subject)",
            ])
    }

    private func openssl(_ arguments: String...) throws { try openssl(arguments) }

    private func openssl(_ arguments: [String]) throws {
        guard try runQuietly("/usr/bin/openssl", arguments) == 0 else { throw CocoaError(.executableLoad) }
    }

    private static func moment(_ seconds: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "yyyyMMddHHmmss'Z'"
        return formatter.string(from: Date(timeIntervalSinceNow: seconds))
    }

    private static func settings(database: String, serial: String) -> String {
        """
        [ca]
        default_ca = here
        [here]
        database = \(database)
        serial = \(serial)
        default_md = sha256
        policy = any
        unique_subject = no
        [any]
        commonName = supplied
        """
    }
}

/// Runs a program that has nothing to read and whose words nobody needs; its exit status.
func runQuietly(_ program: String, _ arguments: [String]) throws -> Int32 {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    return try ChildProcess(program, arguments, streams: [nothing, nothing, nothing]).wait()
}
