import CredentialVault
import DefaultControl
import DeviceDirectory
import Foundation
import MessageBroker
import ProvisioningProtocols
import Testing

@Suite("Where things are kept")
struct HomeTests {
    static let places: [(String?, [String: String], String)] = [
        ("/a/b/", ["GANGWAY_HOME": "/c"], "/a/b"), (nil, ["GANGWAY_HOME": "/c", "XDG_DATA_HOME": "/d"], "/c"),
        (nil, ["GANGWAY_HOME": "", "XDG_DATA_HOME": "/d", "HOME": "/e"], "/d/gangway"),
        (nil, ["XDG_DATA_HOME": "relative", "HOME": "/e"], "/e/.local/share/gangway"),
    ]

    @Test("The option comes before GANGWAY_HOME, XDG_DATA_HOME and HOME", arguments: places)
    func place(named: String?, variables: [String: String], path: String) throws {
        #expect(try ControlHome.standard(named) { variables[$0] }.path == path)
    }

    @Test("Without any of them there is none")
    func none() throws {
        let error = try #require(throws: ControlFileError.self) { try ControlHome.standard { _ in nil } }
        #expect(error.code == .noHome)
        #expect(error.advice.contains("--home"))
    }

    @Test("The folder and those above it are made for their owner alone")
    func made() throws {
        let folder = try Folder()
        let home = ControlHome(path: folder.path("a/b/gangway"))
        try home.prepare()
        try home.prepare()
        for path in ["a", "a/b", "a/b/gangway"] { #expect(try folder.mode(path) == 0o700) }
    }

    @Test("A folder that others may write to is refused, with the command that mends it")
    func exposed() throws {
        let folder = try Folder()
        chmod(folder.path, 0o777)
        let error = try #require(throws: ControlFileError.self) { try ControlHome(path: folder.path).prepare() }
        #expect(error.code == .exposed)
        #expect(error.advice.contains("chmod go-w \(folder.path)"))
        // A folder that all share is not to be taken from them.
        chmod(folder.path, 0o1777)
        let shared = try #require(throws: ControlFileError.self) { try ControlHome(path: folder.path).prepare() }
        #expect(shared.code == .exposed && !shared.advice.contains("chmod"))
    }

    @Test("A folder that is a file, or below one, is refused")
    func file() throws {
        let folder = try Folder()
        try "".write(toFile: folder.path("file"), atomically: false, encoding: .utf8)
        for path in ["file", "file/below"] {
            let error = try #require(throws: ControlFileError.self) {
                try ControlHome(path: folder.path(path)).prepare()
            }
            #expect(error.code == .unwritable)
        }
    }

    @Test("The directory and the vault are made in it, and keep what they are given")
    func contents() async throws {
        let folder = try Folder()
        let home = ControlHome(path: folder.path("home"))
        try home.prepare()
        let id = DeviceID.random()
        try await DefaultControl.directory(home).add(Device(id: id, name: "Lamp", topic: "home/lamp"))
        #expect(try await DefaultControl.directory(home).devices().map(\.id) == [id])
        let name = try #require(SecretName(.broker, "a@b:1"))
        guard let secret = Secret("tell no one") else { throw Folder.NoMemory() }
        try await DefaultControl.vault(home).keep(secret, as: name)
        #expect(try await DefaultControl.vault(home).names() == [name])
    }
}

@Suite("The broker's password")
struct PasswordTests {
    private func text(_ settings: BrokerSettings) -> String? {
        settings.login?.password?.withBytes { bytes in
            String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
    }

    private let address = BrokerAddress(host: "home.example", port: 8883)

    @Test(
        "It is the first line of the passwordFile", arguments: ["tell no one", "tell no one\n", "tell no one\r\nnot"])
    func file(content: String) async throws {
        let folder = try Folder()
        try folder.write("password", content, mode: 0o600)
        let file = BrokerFile(addresses: [address], user: "alice", passwordFile: folder.path("password"))
        let settings = try await DefaultControl.settings(file, vault: nil)
        #expect(settings.login?.user == "alice")
        #expect(text(settings) == "tell no one")
        #expect(!"\(settings)".contains("tell no one"))
    }

    @Test("A passwordFile that others may read is refused, with the command that mends it", arguments: [0o640, 0o604])
    func exposed(mode: Int) async throws {
        let folder = try Folder()
        try folder.write("password", "tell no one", mode: mode)
        let file = BrokerFile(addresses: [address], user: "alice", passwordFile: folder.path("password"))
        guard case .file(let error)? = await refusal(file, nil) else {
            Issue.record("it was taken")
            return
        }
        #expect(error.code == .exposed)
        #expect(error.advice.contains("chmod 600 \(folder.path("password"))"))
        #expect(!"\(error)".contains("tell no one"))
    }

    @Test("Otherwise it is the vault's, for this user at any of the addresses, and its absence is told")
    func vault() async throws {
        let folder = try Folder()
        let vault = DefaultControl.vault(ControlHome(path: folder.path))
        try FileManager.default.createDirectory(atPath: folder.path("vault"), withIntermediateDirectories: false)
        let file = BrokerFile(addresses: [BrokerAddress(host: "other", port: 1), address], user: "alice")
        guard case .file(let error)? = await refusal(file, vault) else {
            Issue.record("it went without one")
            return
        }
        #expect(error.code == .passwordMissing)
        #expect(error.advice.contains("gangway broker use"))
        guard let secret = Secret("tell no one") else { throw Folder.NoMemory() }
        try await vault.keep(secret, as: try #require(file.secretName(at: address)))
        #expect(text(try await DefaultControl.settings(file, vault: vault)) == "tell no one")
    }

    @Test("Without a user none is looked for")
    func noUser() async throws {
        let settings = try await DefaultControl.settings(BrokerFile(addresses: [address], clientID: "me"), vault: nil)
        #expect(settings.login == nil)
        #expect(settings.clientID == "me")
        let ofDevice = BrokerFile(addresses: [address], clientID: BrokerFile.clientIDOfDevice)
        #expect(try await DefaultControl.settings(ofDevice, vault: nil).clientID == nil)
    }

    private func refusal(
        _ file: BrokerFile, _ vault: (any CredentialVault)?
    ) async -> DefaultControl.SettingsError? {
        do throws(DefaultControl.SettingsError) {
            _ = try await DefaultControl.settings(file, vault: vault)
            return nil
        } catch {
            return error
        }
    }
}

/// A folder of a test's own.
final class Folder {
    let path = FileManager.default.temporaryDirectory.appending(path: "gangway-home-\(UUID().uuidString)").path

    struct NoMemory: Error {}

    init() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func path(_ name: String) -> String { path + "/" + name }

    func write(_ name: String, _ text: String, mode: Int) throws {
        try text.write(toFile: path(name), atomically: false, encoding: .utf8)
        chmod(path(name), mode_t(mode))
    }

    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return try #require(attributes[.posixPermissions] as? Int)
    }
}
