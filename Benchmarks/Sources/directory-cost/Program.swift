import BenchTable
import Glibc

/// What `gangway devices` costs that lists `count` devices in `folder`, as a table, as JSON and as names: opening the list,
/// reading it, and writing it out.
func listing(by program: String, in folder: String, _ count: Int) -> Bool {
    setenv("GANGWAY_HOME", folder, 1)
    setenv("LC_ALL", "C.UTF-8", 1)
    var rows: [Row] = []
    var memory = 0
    for (option, lines) in [([], count + 1), (["--json"], count), (["--names"], count)] as [([String], Int)] {
        let name = (["gangway devices list"] + option).joined(separator: " ")
        guard let run = Run([program, "devices", "list"] + option, output: folder + "/output"), run.lines == lines
        else {
            print("directory-cost: \(name) failed, or left devices out")
            return false
        }
        memory = max(memory, run.memory)
        rows.append(Row("\(name), ms", Int(run.seconds * 1_000), atMost: 500))
    }
    return report(rows + [Row("gangway devices list: memory at most, KB", memory, atMost: 200 * 1_024)])
}

/// A program that ran to its end and did what it should.
private struct Run {
    /// Its processor time.
    let seconds: Double
    /// The most memory that it had, in KB.
    let memory: Int
    /// How many lines it wrote.
    let lines: Int

    init?(_ words: [String], output path: String) {
        let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, file, 1)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0 else { return nil }
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(process, &status, 0, &usage) == process, status == 0 else { return nil }
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        self.seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
        memory = usage.ru_maxrss
        lines = Self.lines(of: file)
    }

    private static func lines(of file: Int32) -> Int {
        lseek(file, 0, SEEK_SET)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var lines = 0
        while case let count = read(file, &bytes, bytes.count), count > 0 {
            lines += bytes[..<count].count { $0 == UInt8(ascii: "\n") }
        }
        return lines
    }
}
