import DeviceDirectory
import Glibc
import ProvisioningProtocols

/// A folder of its own for one test, removed with it.
final class TemporaryFolder: Sendable {
    let path: String
    /// Where the directory's file is.
    var file: String { path + "/devices.db" }

    init() throws {
        var template = Array("/tmp/gangway-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(number: errno) }
        path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in names { unlink(path + "/" + name) }
        rmdir(path)
    }

    /// The names of the files in it.
    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func write(_ bytes: [UInt8], to name: String = "devices.db") throws {
        let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(number: errno) }
    }

    func read(_ name: String = "devices.db") throws -> [UInt8] {
        let descriptor = open(path + "/" + name, O_RDONLY)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16 << 20)
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

/// A lamp of this number.
func lamp(_ number: UInt64, name: String? = nil, category: String? = nil) -> Device {
    Device(
        id: DeviceID(high: 0x9b1f_7c0e_3d52_4a6b, low: 0x8f21 << 48 | number), name: name ?? "Lamp \(number)",
        category: category, topic: "home/lamp")
}
