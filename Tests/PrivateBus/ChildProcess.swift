public import Glibc
import Runtime

/// A process that a test starts and waits for by its number.
///
/// Foundation's `Process` learns of an end from a socket that a process started at the same moment may inherit: two tests
/// that each wait for their own process can then wait for each other's, for ever.
public final class ChildProcess: Sendable {
    /// The process's number.
    public let identifier: pid_t
    private let ended = Lock<Int32?>(nil)

    /// Why a process could not be started.
    public struct LaunchFailure: Error {
        /// The program.
        public let path: String
        /// What the system said, as an error number.
        public let reason: Int32
    }

    /// Starts `path`, with the three standard streams in their order; everything else that is open stays here.
    public init(
        _ path: String, _ arguments: [String], environment: [String: String]? = nil, streams: [Int32]
    ) throws(LaunchFailure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in streams.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
        }
        // The threads of the concurrency pool block most signals, and a process inherits that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let variables = environment.map { $0.map { "\($0.key)=\($0.value)" } }
        var process: pid_t = 0
        let status = Self.withStrings([path] + arguments) { arguments in
            guard let variables else { return posix_spawn(&process, path, &actions, &attributes, arguments, environ) }
            return Self.withStrings(variables) { posix_spawn(&process, path, &actions, &attributes, arguments, $0) }
        }
        guard status == 0 else { throw LaunchFailure(path: path, reason: status) }
        identifier = process
    }

    /// One that nobody waited for is killed.
    deinit {
        signal(SIGKILL)
        wait()
    }

    /// Waits for its end, and gives its exit status, or the number of the signal that ended it.
    @discardableResult
    public func wait() -> Int32 {
        if let result = ended.withLock({ $0 }) { return result }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        let result = signal == 0 ? status >> 8 & 0xFF : signal
        ended.withLock { $0 = result }
        return result
    }

    /// Sends a signal, unless its end was waited for.
    public func signal(_ number: Int32) {
        ended.withLock { if $0 == nil { kill(identifier, number) } }
    }

    private static func withStrings(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return EINVAL }
            return body(base)
        }
    }
}
