import Foundation
import Testing

@testable import GangwayCommandLine

/// A shell that completions are written for, and how it is asked what it offers.
private enum Shell: String, CaseIterable {
    case fish
    case zsh

    var path: String { "/usr/bin/\(rawValue)" }

    /// Whether the tests of it run: where it is installed, and where everything has to be.
    var isExpected: Bool {
        FileManager.default.isExecutableFile(atPath: path) || ProcessInfo.processInfo.environment["CI"] == "true"
    }

    /// What `gangway completions` prints for it.
    var script: String {
        switch self {
        case .fish: FishCompletion(program: ProgramDescription()).text
        case .zsh: ZshCompletion(program: ProgramDescription()).text
        }
    }

    /// Prints a line for each word that the shell offers for the end of a line: `$1` is the script's file, `$2` the line.
    var asking: String {
        switch self {
        case .fish: "source $argv[1]; complete -C $argv[2] | string replace -r '\\t.*' ''; true"
        case .zsh:
            // zsh completes only at a terminal; what is offered there is told in marks, which the echo of what is typed lacks.
            """
            zmodload zsh/zpty
            zpty shell 'TERM=dumb zsh -f -i'
            tell() { zpty -w shell "$1" }
            tell "PROMPT= RPROMPT=; unsetopt prompt_sp; autoload -Uz compinit; compinit -u -D; source ${(q)1}"
            tell 'compadd() { if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
                local -a hits; builtin compadd -A hits "$@"; for hit in $hits; do print -r -- "<of""fer $IPREFIX$hit>"; done }'
            tell 'told() { print "<en""d>" }; comppostfuncs=(told); bindkey "^I" complete-word; print "<rea""dy>"'
            zpty -r shell out '*<ready>*'
            zpty -n -w shell "$2"$'\\t'
            zpty -r shell out '*<end>*'
            print -r -- $out | sed -n 's/.*<offer \\(.*\\)>.*/\\1/p'
            zpty -d shell
            """
        }
    }
}

@Suite("Completions in shells as they are installed")
struct ShellCompletionTests {
    private static let shells = Shell.allCases.filter(\.isExpected)

    /// Runs a line in `shell`, in a folder with the script in it.
    private func run(
        _ shell: Shell, _ arguments: [String], _ home: ControlHomeFolder, script: String? = nil
    ) throws -> ProcessResult {
        try home.write("script", script ?? shell.script)
        try home.write("barn.json", "{}")
        let programs = URL(fileURLWithPath: BuiltProgram.gangwayPath).deletingLastPathComponent().path
        let environment = [
            "PATH": "\(programs):/usr/bin:/bin", "HOME": home.folder.path, "XDG_CONFIG_HOME": home.folder.path,
        ]
        return try BuiltProgram.run(
            "/usr/bin/env",
            ["-C", home.folder.path, "timeout", "-s", "KILL", "60", shell.path] + arguments,
            environment: environment.merging(home.environment) { $1 })
    }

    /// What `shell` offers for the last word of `line`, sorted, each once; zsh as it would be typed.
    private func offered(_ line: String, _ shell: Shell, _ home: ControlHomeFolder) throws -> [String] {
        try home.write("ask", shell.asking)
        let options = shell == .fish ? ["--no-config"] : ["-f"]
        let result = try run(shell, options + [home.path("ask"), home.path("script"), line], home)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        return Set(result.output.split(whereSeparator: \.isNewline).map(String.init)).sorted()
    }

    @Test("A shell for whose completions tests cannot be left out is there", .enabled(if: !shells.isEmpty))
    func installed() {
        for shell in Self.shells { #expect(FileManager.default.isExecutableFile(atPath: shell.path), "\(shell)") }
    }

    @Test("The shell finds no mistake in the script, and one that is there", arguments: shells)
    private func parses(shell: Shell) throws {
        let home = try ControlHomeFolder()
        let right = try run(shell, ["-n", home.path("script")], home)
        #expect(right.status == 0 && right.errors.isEmpty, "\(right.errors)")
        #expect(try run(shell, ["-n", home.path("script")], home, script: shell.script + "\nif (").status != 0)
    }

    private static let cases = [
        ("gangway jo", ["join"]), ("gangway --radio v", ["virtual"]), ("gangway join --ssid-", ["--ssid-hex"]),
        ("gangway join --band ", ["2.4", "5"]), ("gangway completions f", ["fish"]), ("gangway help dec", ["decode"]),
        ("gangway device --station net", ["networkmanager"]), ("gangway devices ren", ["rename"]),
        ("gangway device --station simulated:ba", ["simulated:barn.json"]),
        ("gangway join --passphrase-file ba", ["barn.json"]),
        ("gangway devices add --top", ["--topic"]), ("gangway broker u", ["use"]), ("gangway hub p", ["password"]),
        ("gangway broker use --mqtt 3", ["3.1.1"]),
    ]

    @Test("Commands, options and their values are completed", arguments: shells, cases)
    private func completes(shell: Shell, line: (String, [String])) throws {
        #expect(try offered(line.0, shell, try ControlHomeFolder()) == line.1)
    }

    @Test("The names of listed devices and what they can be switched to are completed", arguments: shells)
    private func listed(shell: Shell) throws {
        let home = try ControlHomeFolder()
        try home.run("devices", "add", "Desk lamp", "--topic", "home/desk")
        #expect(try offered("gangway set De", shell, home) == [shell == .zsh ? #"Desk\ lamp"# : "Desk lamp"])
        #expect(try offered("gangway set Lamp o", shell, home).suffix(2) == ["off", "on"])
    }
}
