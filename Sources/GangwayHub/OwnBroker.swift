import DefaultControl
import Dispatch
import JSONText
import Runtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The broker that `--with-broker` runs beside the hub: `gangway broker run`, which ends when the hub does, however that comes.
final class OwnBroker: Sendable {
    private let shell: pid_t
    /// The pipe whose end the shell takes for the order to end the program.
    private let lifeline: Lock<Int32?>
    private let ended = EventStream<Int32, Never>.make()

    /// The shell outlives the program and waits for it. Only the program holds the pipe that is read here.
    private static let script =
        #"exec 3>&1; "$@" </dev/null >&3 3>&- & child=$!; exec 3>&- >/dev/null; read -r _; kill $child; wait $child"#

    /// Starts it for the home in `folder`, and returns when it serves. `nil` where one of that folder runs already.
    /// - Throws: what it says of why it does not serve.
    static func start(in folder: ControlHome, port: String?) async throws(HubFailure) -> OwnBroker? {
        guard let program = ownProgram("gangway") else {
            throw HubFailure("It is not known where gangway lies.", "Start `gangway broker run` by itself.")
        }
        var words = [program, "broker", "run", "--json", "--home", folder.path]
        if let port { words += ["--port", port] }
        let broker = try OwnBroker(words)
        var first = ""
        if case .event(let line) = await broker.lines.next(until: nil, on: SystemTime.shared) { first = line }
        switch Self.event(of: first) {
        case ("serving", _, _): return broker
        case ("error", "running", _):
            await broker.end()
            return nil
        case ("error", "portTaken", let message):
            await broker.end()
            throw HubFailure(
                message ?? "The port of the broker is taken.",
                "End that program, or name another port of the broker with --broker-port.")
        case (_, _, let message):
            await broker.end()
            throw HubFailure(message ?? "The broker did not start.", "Start `gangway broker run` by itself to see why.")
        }
    }

    private let lines: EventStream<String, Never>

    private init(_ words: [String]) throws(HubFailure) {
        var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &input) == 0, socketpair(AF_UNIX, kind, 0, &output) == 0 else {
            throw HubFailure("The broker cannot be started: too many files are open.", "Raise the limit.")
        }
        var process: pid_t = 0
        let status = Self.spawn(&process, ["/bin/sh", "-c", Self.script, "sh"] + words, (input[0], output[1]))
        close(input[0])
        close(output[1])
        guard status == 0 else {
            close(input[1])
            close(output[0])
            throw HubFailure("The broker cannot be started.", "See that /bin/sh is there.")
        }
        shell = process
        lifeline = Lock(input[1])
        let (stream, source) = EventStream<String, Never>.make()
        lines = stream
        let (reading, ending) = (output[0], ended.source)
        let child = process
        DispatchQueue(label: "gangway.hub.broker").async {
            Self.read(reading, source)
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            ending.yield(status)
        }
    }

    /// Ends it, and waits until it has ended.
    func end() async {
        lifeline.withLock { lifeline in
            if let number = lifeline { close(number) }
            lifeline = nil
        }
        _ = await ended.stream.next()
    }

    /// The event, code and message of a line that it writes.
    private static func event(of line: String) -> (String, String, String?) {
        guard case .object(let members)? = try? JSONReader.read(Array(line.utf8)).kind else { return ("", "", nil) }
        func text(_ name: String) -> String? {
            if case .string(let text)? = members.first(where: { $0.key == name })?.value.kind { text } else { nil }
        }
        return (text("event") ?? "", text("code") ?? "", text("message"))
    }

    /// Reads lines until the end, and closes.
    private static func read(_ descriptor: Int32, _ source: EventSource<String, Never>) {
        var rest: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += chunk[..<count]
            while let end = rest.firstIndex(of: 0x0A) {
                source.yield(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeFirst(end + 1)
            }
            if rest.count > 65_536 { rest = [] }
        }
        close(descriptor)
        source.finish()
    }

    private static func spawn(
        _ process: inout pid_t, _ words: [String], _ streams: (input: Int32, output: Int32)
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, streams.input, 0)
        posix_spawn_file_actions_adddup2(&actions, streams.output, 1)
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
}

/// The program called `name` beside this one.
private func ownProgram(_ name: String) -> String? {
    guard let own = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(own) }
    let text = String(cString: own)
    return text.lastIndex(of: "/").map { text[...$0] + name }
}
