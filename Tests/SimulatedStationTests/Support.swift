import Glibc
import ProvisioningProtocols
import SimulatedStation
import WiFiStation

/// A folder of its own for one test, removed with it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/gangway-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(number: errno) }
        path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in ["committed", "staged", "staged.new", "simulation.json"] {
            unlink(path + "/" + name)
            rmdir(path + "/" + name)
        }
        rmdir(path)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(number: errno) }
    }

    func read(_ name: String) throws -> [UInt8] {
        let descriptor = open(path + "/" + name, O_RDONLY)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 100_000)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw Failure(number: errno) }
        return Array(bytes.prefix(count))
    }

    /// The permission bits of a file in it, or of itself.
    func mode(_ name: String = ".") -> UInt32 {
        var facts = stat()
        return stat(path + "/" + name, &facts) == 0 ? facts.st_mode & 0o777 : 0
    }

    struct Failure: Error { let number: Int32 }
}

/// Credentials of two texts.
func credentials(_ ssid: String, _ passphrase: String, isVolatile: Bool = false) -> Credentials {
    Credentials(
        ssid: SSID(ssid) ?? SSID(), passphrase: Passphrase(passphrase) ?? Passphrase(), security: .wpaPersonal,
        isVolatile: isVolatile)
}
