import BluetoothLE
import Glibc
import ProvisioningProtocols
import Runtime

extension VirtualRadio {
    /// The directory that is used where none is named: `gangway-radio` in `XDG_RUNTIME_DIR`, or `/tmp/gangway-radio-` and the
    /// number of the user.
    public static var defaultDirectory: String {
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        return defaultDirectory(runtime: runtime, user: String(geteuid()))
    }

    /// The directory where `runtime` is what XDG_RUNTIME_DIR says, empty where it says nothing.
    static func defaultDirectory(runtime: String, user: String) -> String {
        runtime.isEmpty ? "/tmp/gangway-radio-" + user : runtime + "/gangway-radio"
    }
}

/// The air of one directory: each peripheral has a socket in it, named by its address, and a file of what it advertises.
final class RadioDirectory: Medium {
    /// The longest path of a directory: `sun_path` holds 107 bytes and an end, a socket's name is 18 of them with its slash.
    static let maximumPathLength = 89

    let path: String
    private let time: any TimeSource
    private let poll: EventPoll
    private let listeners = Lock([UInt64: PeripheralListener]())

    /// The directory at `path`, which is made for its owner alone where it is missing.
    init(path: String, time: any TimeSource) throws(BluetoothError) {
        guard path.utf8.count <= Self.maximumPathLength, !path.isEmpty, !path.utf8.contains(0) else {
            throw BluetoothError(
                .failed,
                "the path of a radio directory takes 1 to \(Self.maximumPathLength) bytes, not \(path.utf8.count)")
        }
        self.path = path
        self.time = time
        poll = try EventPoll.shared()
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw BluetoothError(.failed, "the radio directory \(path) cannot be made: \(systemText(errno))")
        }
        try Self.checkOwner(path)
        _ = try linkFaults()
    }

    /// Others must not be able to put sockets of theirs where ours are looked for.
    private static func checkOwner(_ path: String) throws(BluetoothError) {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
            throw BluetoothError(.failed, "\(path) is not a directory")
        }
        guard facts.st_uid == geteuid() else {
            throw BluetoothError(.notPermitted, "the radio directory \(path) belongs to user \(facts.st_uid)")
        }
        guard facts.st_mode & 0o022 == 0 else {
            // One that all share, such as /tmp, is to stay so.
            let advice = facts.st_mode & S_ISVTX != 0 ? "name one of your own" : "chmod 700 \(path)"
            throw BluetoothError(.notPermitted, "others may write into the radio directory \(path): \(advice)")
        }
    }

    /// Where a person finds what the file holds.
    private static let reference = "; Docs/VirtualRadio.md tells what it may hold"

    /// The faults in the directory's file `faults`; none where there is no such file.
    ///
    /// Whoever puts one there means it to have an effect: one that has none is an error.
    func linkFaults() throws(BluetoothError) -> VirtualRadio.Faults {
        let file = path + "/" + Self.faults
        guard let bytes = readFile(file, limit: 1_024) else {
            var facts = stat()
            guard lstat(file, &facts) != 0, errno == ENOENT else {
                throw BluetoothError(
                    .failed, "\(file) is not a file of at most 1024 bytes that can be read" + Self.reference)
            }
            return VirtualRadio.Faults()
        }
        do throws(VirtualRadio.Faults.SyntaxError) {
            return try VirtualRadio.Faults(parsing: String(decoding: bytes, as: UTF8.self)).forLinks()
        } catch {
            throw BluetoothError(.failed, "\(file): \(error.description)" + Self.reference)
        }
    }

    private static let faults = "faults"

    /// Calls `changed` with the state that the file `faults` has radios in, now and whenever the file changes, until the result
    /// is called. A file that is not one switches nothing: the next link tells what is wrong with it.
    func watchSwitch(_ changed: @escaping @Sendable (VirtualRadio.Faults.Radio) -> Void) throws(BluetoothError)
        -> @Sendable () -> Void
    {
        let stop = try DirectoryWatch.start(path, poll: poll) { [weak self] name in
            if name == Self.faults, let faults = try? self?.linkFaults() { changed(faults.radio) }
        }
        changed(try linkFaults().radio)
        return stop
    }

    func enter(
        _ peripheral: VirtualPeripheral, wanting address: HardwareAddress?, name: String
    ) throws(BluetoothError) -> HardwareAddress {
        try withDirectoryLocked { () throws(BluetoothError) -> HardwareAddress in
            for attempt in 0..<10_000 {
                let candidate = address ?? VirtualAddress.derived(from: name, attempt: attempt)
                let socketPath = socketPath(candidate)
                if let socket = try Self.listen(at: socketPath) {
                    let listener = PeripheralListener(socket, peripheral: peripheral, poll: poll, time: time)
                    try listener.start()
                    listeners.withLock { $0[candidate.value] = listener }
                    return candidate
                }
                if address != nil { break }
            }
            throw BluetoothError(.advertisementRefused, "another radio in \(path) has this address")
        }
    }

    func show(_ discovery: Discovery?, of address: HardwareAddress) throws(BluetoothError) {
        let file = advertisementPath(address)
        guard let discovery else {
            unlink(file)
            return
        }
        if let reason = replaceFile(file, with: AdvertisementFile.encode(discovery)) {
            throw BluetoothError(.advertisementRefused, "\(file) cannot be written: \(systemText(reason))")
        }
    }

    func leave(_ address: HardwareAddress) {
        guard let listener = listeners.withLock({ $0.removeValue(forKey: address.value) }) else { return }
        unlink(advertisementPath(address))
        unlink(socketPath(address))
        listener.stop()
    }

    func watch(_ heard: @escaping @Sendable (Discovery) -> Void) throws(BluetoothError) -> @Sendable () -> Void {
        let stop = try DirectoryWatch.start(path, poll: poll) { [weak self] name in
            if let self, let discovery = read(name) { heard(discovery) }
        }
        for name in fileNames(in: path) {
            guard let discovery = read(name), let address = HardwareAddress(discovery.peripheral.rawValue) else {
                continue
            }
            if isAlive(address) { heard(discovery) }
        }
        return stop
    }

    func open(
        to address: HardwareAddress, from channel: LinkChannel, deadline: Instant
    ) async throws(BluetoothError) -> any LinkPath {
        while true {
            switch UnixSocket.connect(to: socketPath(address)) {
            case .connected(let descriptor):
                let socket = PacketSocket(descriptor, channel: channel, poll: poll, time: time)
                do { try socket.start() } catch {
                    socket.close()
                    throw error
                }
                return socket
            case .busy:
                // Its queue of new links is full: it is there, and takes them in turn.
                guard time.now < deadline else { throw BluetoothError(.timedOut) }
                await time.sleep(until: min(deadline, time.now + 5))
                if Task.isCancelled { throw BluetoothError(.cancelled) }
            case .dead:
                clean(address)
                throw BluetoothError(.notFound, "the process of peripheral \(address) has ended")
            case .missing: throw BluetoothError(.notFound, "no peripheral with address \(address) is in \(path)")
            case .failed(let reason):
                throw BluetoothError(.connectionFailed, "no link to \(address): \(systemText(reason))")
            }
        }
    }

    // MARK: What dead processes leave

    /// Whether somebody listens; what a dead process left is removed.
    private func isAlive(_ address: HardwareAddress) -> Bool {
        switch UnixSocket.connect(to: socketPath(address)) {
        case .connected(let descriptor):
            close(descriptor)
            return true
        case .busy, .failed: return true
        case .dead, .missing:
            clean(address)
            return false
        }
    }

    private func clean(_ address: HardwareAddress) {
        _ = try? withDirectoryLocked { () throws(BluetoothError) in
            switch UnixSocket.connect(to: socketPath(address)) {
            case .connected(let descriptor): close(descriptor)
            case .dead, .missing:
                unlink(advertisementPath(address))
                unlink(socketPath(address))
            case .busy, .failed: break
            }
        }
    }

    /// A listening socket at `path`, in the place of a dead one; `nil` where a living process has it.
    private static func listen(at path: String) throws(BluetoothError) -> Int32? {
        if let socket = try UnixSocket.listen(at: path) { return socket }
        switch UnixSocket.connect(to: path) {
        case .connected(let descriptor):
            close(descriptor)
            return nil
        case .busy, .failed: return nil
        case .dead: unlink(path)
        case .missing: break
        }
        return try UnixSocket.listen(at: path)
    }

    /// Runs `body` as the only process that makes or removes sockets here.
    private func withDirectoryLocked<Result>(
        _ body: () throws(BluetoothError) -> Result
    ) throws(BluetoothError) -> Result {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw BluetoothError(.failed, "the radio directory \(path) is gone: \(systemText(errno))")
        }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw BluetoothError(.failed, "\(path) cannot be locked: \(systemText(errno))")
            }
        }
        return try body()
    }

    // MARK: Files

    private func socketPath(_ address: HardwareAddress) -> String { "\(path)/\(address)" }

    private func advertisementPath(_ address: HardwareAddress) -> String {
        socketPath(address) + AdvertisementFile.suffix
    }

    private func read(_ name: String) -> Discovery? {
        guard name.hasSuffix(AdvertisementFile.suffix),
            let address = HardwareAddress(String(name.dropLast(AdvertisementFile.suffix.count))),
            let bytes = readFile("\(path)/\(name)", limit: AdvertisementFile.maximumLength)
        else { return nil }
        return AdvertisementFile.decode(bytes, id: PeripheralID(address.description))
    }
}
