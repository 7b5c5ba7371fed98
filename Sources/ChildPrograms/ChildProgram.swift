import Dispatch
import ProvisioningProtocols
public import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program that this one starts and hears out. It is told to end when this process ends, however that comes.
public final class ChildProgram: Sendable {
    /// What it writes, line by line, until its end.
    public let lines: EventStream<String, Never>
    private let shell: pid_t
    private struct State {
        /// A pipe whose end the shell takes for the order to end the program.
        var lifeline: Int32?
        var status: Int32?
    }
    private let state: Lock<State>

    /// The shell outlives the program and waits for it, so that an order to end never meets another process of that number.
    /// Only the program holds the pipe that is read here. The order is given twice: mosquitto forgets one that comes after it
    /// has said that it runs and before its loop begins.
    private static let script = """
        cd "$1" || exit 126; shift; exec 3>&1; "$@" </dev/null >&3 3>&- & child=$!; exec 3>&- >/dev/null 2>&1; read -r _; kill $child; (sleep 1; kill $child) & again=$!; wait $child; status=$?; kill $again; exit $status
        """

    /// Starts the program at `path`, in `folder` where one is named. What it writes to standard error is among ``lines``, or
    /// goes where this process's does.
    /// - Throws: where the system does not start one.
    public init(
        _ path: String, _ arguments: [String], in folder: String = ".", hearsErrors: Bool = true
    ) throws(ChildProgramError) {
        guard let lifeline = Pipe(), let output = Pipe() else { throw ChildProgramError(path, errno) }
        defer {
            close(lifeline.reading)
            close(output.writing)
        }
        var process: pid_t = 0
        let words = ["/bin/sh", "-c", Self.script, "sh", folder, path] + arguments
        let number = Self.spawn(
            &process, words, input: lifeline.reading, output: output.writing, hearsErrors: hearsErrors)
        guard number == 0 else {
            close(lifeline.writing)
            close(output.reading)
            throw ChildProgramError(path, number)
        }
        shell = process
        state = Lock(State(lifeline: lifeline.writing))
        let (lines, source) = EventStream<String, Never>.make()
        self.lines = lines
        DispatchQueue(label: "gangway.child").async { [self] in
            hear(output.reading, source)
            close(output.reading)
            end()
            var status: Int32 = 0
            while waitpid(shell, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            state.withLock { $0.status = signal == 0 ? status >> 8 & 0xFF : 128 + signal }
            source.finish()
        }
    }

    /// Its exit status, or 128 and the signal that ended it; `nil` before ``lines`` have ended.
    public var status: Int32? { state.withLock { $0.status } }

    /// Tells it to end.
    public func end() {
        state.withLock { state in
            if let lifeline = state.lifeline { close(lifeline) }
            state.lifeline = nil
        }
    }

    /// Ends it at once.
    public func kill() { state.withLock { if $0.status == nil { Self.kill(group: shell) } } }

    /// Waits for its end, a few seconds at most.
    public func finish(on time: any TimeSource) async {
        end()
        // A task of its own: the one that calls may be cancelled.
        await Task { [lines, self] in
            let limit = time.now + 5000
            while case .event = await lines.next(until: limit, on: time) {}
            if status == nil {
                kill()
                while await lines.next() != nil {}
            }
        }.value
    }

    private func hear(_ descriptor: Int32, _ source: EventSource<String, Never>) {
        var rest: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += chunk[..<count]
            while let end = rest.firstIndex(of: 0x0A) {
                source.yield(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeFirst(end + 1)
            }
            if rest.count > 65_536 { rest = [] }
        }
        if !rest.isEmpty { source.yield(String(decoding: rest, as: UTF8.self)) }
    }

    private static func kill(group: pid_t) {
        #if canImport(Glibc)
            Glibc.kill(-group, SIGKILL)
        #else
            Darwin.kill(-group, SIGKILL)
        #endif
    }

    /// Starts a process in a group of its own, which a Ctrl-C at the terminal does not reach, with every signal as usual.
    private static func spawn(
        _ process: inout pid_t, _ words: [String], input: Int32, output: Int32, hearsErrors: Bool
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var streams: [(Int32, Int32)] = [(input, 0), (output, 1)]
        if hearsErrors { streams.append((output, 2)) }
        for (descriptor, number) in streams {
            posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETPGROUP)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return posix_spawn(&process, "/bin/sh", &actions, &attributes, pointers, environ)
    }

    /// A pipe that no other process inherits.
    private struct Pipe {
        let reading: Int32
        let writing: Int32

        init?() {
            var numbers: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &numbers) == 0 else { return nil }
            (reading, writing) = (numbers[0], numbers[1])
        }
    }
}
