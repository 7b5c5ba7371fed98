import Glibc
import ProvisioningProtocols
import Runtime
import Testing
import WiFiStation

@testable import SimulatedStation

@Suite("Credentials at rest in a simulated station's folder")
struct StoreTests {
    /// A station in `folder`, in the world of one network.
    func station(_ folder: TemporaryFolder, ssid: String = "Barn", passphrase: String = "correct horse") throws
        -> SimulatedStation
    {
        var simulation = Simulation()
        simulation.networks = [
            Simulation.Network(
                ssid: SSID(ssid) ?? SSID(), security: .wpaPersonal, passphrase: Array(passphrase.utf8))
        ]
        return try SimulatedStation(simulation, data: folder.path)
    }

    /// Whether the station joins its committed network.
    func joins(_ station: SimulatedStation) async throws -> Bool {
        try await station.joinCommitted()
        if case .connected = try await station.status().state { return true }
        return false
    }

    @Test(
        "A3/12: A quote in the name and quotes and backslashes in the passphrase survive a restart",
        arguments: [(#"a"b"#, #"c"d\e12345"#), ("caf\u{e9}\n\\", "\u{1}\"'$`{};|&%s\\0"), ("ascii", "12345678")])
    func quotes(_ ssid: String, _ passphrase: String) async throws {
        let folder = try TemporaryFolder()
        do {
            let station = try station(folder, ssid: ssid, passphrase: passphrase)
            try await station.stage(credentials(ssid, passphrase))
            try await station.commit()
        }
        let restarted = try station(folder, ssid: ssid, passphrase: passphrase)
        #expect(try await restarted.stored() == StoredNetworks(committed: SSID(ssid)))
        #expect(try await joins(restarted))
    }

    @Test("The folder is made for its owner alone, and so are its files")
    func modes() async throws {
        let parent = try TemporaryFolder()
        let station = try SimulatedStation(Simulation(), data: parent.path + "/staged")
        defer {
            unlink(parent.path + "/staged/staged")
            rmdir(parent.path + "/staged")
        }
        try await station.stage(credentials("Barn", "correct horse"))
        #expect(parent.mode("staged") == 0o700)
        #expect(parent.mode("staged/staged") == 0o600)
    }

    @Test("A folder that others may look into is refused, with what mends it", arguments: [0o750, 0o705, 0o722])
    func openFolder(_ mode: Int) throws {
        let folder = try TemporaryFolder()
        chmod(folder.path, mode_t(mode))
        let error = #expect(throws: StationError.self) { try station(folder) }
        #expect(error?.code == .notPermitted)
        #expect(error?.detail.contains("only for it") == true)
    }

    @Test("A second station cannot have the folder of a first")
    func twoStations() throws {
        let folder = try TemporaryFolder()
        let first = try station(folder)
        let error = #expect(throws: StationError.self) { try station(folder) }
        #expect(error?.code == .storageFailed)
        withExtendedLifetime(first) {}
    }

    @Test("Staged and committed credentials both survive a restart between the two")
    func cutBetween() async throws {
        let folder = try TemporaryFolder()
        do {
            let station = try station(folder)
            try await station.stage(credentials("Barn", "correct horse"))
            try await station.commit()
            try await station.stage(credentials("House", "battery staple"))
        }
        let restarted = try station(folder)
        #expect(try await restarted.stored() == StoredNetworks(committed: SSID("Barn"), staged: SSID("House")))
    }

    @Test(
        "H1/178: A file that is cut, empty, of NUL bytes, too long or changed in one bit is reported and left as it is",
        arguments: ["committed", "staged"], ["cut", "empty", "nul", "long", "bit"])
    func damaged(_ name: String, _ damage: String) async throws {
        let folder = try TemporaryFolder()
        var running: SimulatedStation? = try station(folder)
        try await running?.stage(credentials("Barn", "correct horse"))
        if name == "committed" { try await running?.commit() }
        var bytes = try folder.read(name)
        switch damage {
        case "cut": bytes = Array(bytes.prefix(bytes.count / 2))
        case "empty": bytes = []
        case "nul": bytes = [UInt8](repeating: 0, count: bytes.count)
        case "long": bytes += [UInt8](repeating: 0x41, count: 5_000)
        default: bytes[30] ^= 0x10
        }
        try folder.write(bytes, to: name)
        for attempt in ["stored", "stage", "commit", "start"] {
            if attempt == "start" { running = nil }  // lets go of the folder
            let error = await #expect(throws: StationError.self) {
                switch attempt {
                case "stored": _ = try await running?.stored()
                case "stage": try await running?.stage(credentials("House", "battery staple"))
                case "commit": try await running?.commit()
                default: running = try station(folder)
                }
            }
            #expect(error?.code == .storageFailed)
            #expect(error?.detail.contains("\(folder.path)/\(name) is damaged") == true)
        }
        #expect(try folder.read(name) == bytes)
    }

    @Test("H1/178: What was damaged while the station runs can be forgotten")
    func forgetDamaged() async throws {
        let folder = try TemporaryFolder()
        let station = try station(folder)
        try folder.write([0x41], to: "committed")
        await #expect(throws: StationError.self) { try await station.stored() }
        try await station.forget()
        #expect(try await station.stored() == StoredNetworks())
    }

    @Test("When credentials cannot be written, that is told and what was stored is intact")
    func cannotWrite() async throws {
        let folder = try TemporaryFolder()
        let station = try station(folder)
        try await station.stage(credentials("Barn", "correct horse"))
        try await station.commit()
        mkdir(folder.path + "/staged.new", 0o700)  // stands where the new file would be written
        let error = await #expect(throws: StationError.self) {
            try await station.stage(credentials("House", "battery staple"))
        }
        #expect(error?.code == .storageFailed)
        #expect(try await station.stored() == StoredNetworks(committed: SSID("Barn")))
        #expect(try await joins(station))
    }

    @Test("A disk that the simulation fills keeps what was stored before")
    func fullDisk() async throws {
        let folder = try TemporaryFolder()
        let station = try station(folder)
        station.simulation.failures.storageFullAfter = 1
        try await station.stage(credentials("Barn", "correct horse"))
        try await station.commit()
        let error = await #expect(throws: StationError.self) {
            try await station.stage(credentials("House", "battery staple"))
        }
        #expect(error?.code == .storageFailed)
        #expect(try await station.stored() == StoredNetworks(committed: SSID("Barn")))
    }

    @Test("Volatile credentials hide the stored ones until the restart, and are never written")
    func volatile() async throws {
        let folder = try TemporaryFolder()
        do {
            let station = try station(folder)
            try await station.stage(credentials("Barn", "correct horse"))
            try await station.commit()
            let before = try folder.read("committed")
            try await station.stage(credentials("House", "battery staple", isVolatile: true))
            try await station.commit()
            #expect(try await station.stored() == StoredNetworks(committed: SSID("House")))
            #expect(try folder.read("committed") == before)
            #expect(folder.mode("staged") == 0)
        }
        #expect(try await station(folder).stored() == StoredNetworks(committed: SSID("Barn")))
    }

    @Test("Every record is read back as it was, and no shorter part of it is taken")
    func records() throws {
        for (name, secret) in [("a", ""), (String(repeating: "n", count: 32), String(repeating: "p", count: 64))] {
            let made = Credentials(
                ssid: SSID(name) ?? SSID(), passphrase: Passphrase(secret) ?? Passphrase(), security: .unknown(7),
                isHidden: true, bssid: HardwareAddress(0x0102_0304_0506), channel: Channel(rawValue: 149))
            let record = CredentialRecord.encode(made)
            let bytes = record.withWritten { Array($0) }
            let kept = try #require(decode(bytes[...]))
            let (ssid, security, channel) = (
                kept.credentials.ssid, kept.credentials.security, kept.credentials.channel
            )
            #expect(ssid == SSID(name))
            #expect(security == .unknown(7))
            #expect(channel == Channel(rawValue: 149))
            let again = CredentialRecord.encode(kept.credentials)
            #expect(again.withWritten { $0.elementsEqual(bytes) })
            for count in 0..<bytes.count { #expect(decode(bytes.prefix(count)) == nil) }
            #expect(bytes.count <= CredentialRecord.maximumLength)
        }
    }

    @Test("A record that was never written so is refused, though its checksum is right", arguments: [0, 1, 2])
    func strangeRecords(fromHidden place: Int) throws {
        let plain = Credentials(ssid: SSID("a") ?? SSID(), passphrase: Passphrase())
        var bytes = CredentialRecord.encode(plain).withWritten { Array($0.dropLast(8)) }
        // behind them: the BSSID of six bytes and the channel
        bytes[bytes.count - 9 + place] = 2
        var sum = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        for _ in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: sum))
            sum >>= 8
        }
        #expect(decode(bytes[...]) == nil)
    }
}

private func decode(_ bytes: ArraySlice<UInt8>) -> KeptCredentials? {
    bytes.withUnsafeBufferPointer { CredentialRecord.decode($0[...]) }
}
