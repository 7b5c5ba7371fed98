import CredentialVault
import Glibc
import SealedFileVault

/// A folder of its own for one test, with a vault and its key, removed with it.
final class TemporaryFolder: Sendable {
    let path: String
    var vault: String { path + "/vault" }

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

    func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o600) throws {
        let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        defer { close(descriptor) }
        fchmod(descriptor, mode)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(number: errno) }
    }

    func read(_ name: String) throws -> [UInt8] {
        let descriptor = open(path + "/" + name, O_RDONLY)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw Failure(number: errno) }
        return Array(bytes.prefix(count))
    }

    /// The permission bits of a file in it.
    func mode(_ name: String) -> UInt32 {
        var facts = stat()
        return stat(path + "/" + name, &facts) == 0 ? facts.st_mode & 0o777 : 0
    }

    struct Failure: Error { let number: Int32 }
}

struct NoSuchValue: Error {}

func broker(_ label: String) throws -> SecretName {
    guard let name = SecretName(.broker, label) else { throw NoSuchValue() }
    return name
}

extension SealedFileVault {
    func keep(_ text: String, as label: String) async throws {
        guard let secret = Secret(text) else { throw NoSuchValue() }
        try self.keep(secret, as: try broker(label))
    }

    /// The secret as text; `nil` where there is none.
    func text(_ label: String) async throws -> String? {
        guard let secret = try secret(try broker(label)) else { return nil }
        return secret.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// What looking for a secret fails with.
    func failure() async -> VaultError? {
        do throws(VaultError) { _ = try names() } catch { return error }
        return nil
    }
}
