import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("One description of the command line")
struct DescriptionTests {
    static let program = ProgramDescription()

    @Test(
        "Every command has examples, and every example is a command line that is understood",
        arguments: program.allCommands)
    func examples(command: CommandDescription) throws {
        #expect(!command.examples.isEmpty)
        for example in command.examples {
            let words = words(of: example.line)
            let start = try #require(words.firstIndex(of: "gangway"))
            let parsed = try ArgumentParser.parse(Array(words[(start + 1)...]))
            #expect(parsed.command == command || command.subcommands.contains { $0 == parsed.command })
        }
    }

    /// The words of the part of a shell line that calls gangway.
    private func words(of line: String) -> [String] {
        line.split { " ()<".contains($0) }.map(String.init).prefix { $0 != "|" && $0 != ">" }.map { $0 }
    }

    @Test("Help, manual pages and completions all name every option of every command", arguments: program.allCommands)
    func coverage(command: CommandDescription) {
        let help = HelpText(program: Self.program).text(for: command)
        let manual = ManualPage(program: Self.program).text(for: command)
        for option in command.options + Self.program.commonOptions(of: command) {
            #expect(help.contains(option.flag))
            #expect(manual.contains(option.flag.split(separator: "-").joined(separator: "\\-")))
        }
        for example in command.examples { #expect(help.contains(example.line)) }
    }

    @Test("No line of a help text is wider than 80 cells, unless it is an example", arguments: program.allCommands)
    func width(command: CommandDescription) {
        let help = HelpText(program: Self.program).text(for: command)
        let examples = Set(command.examples.map { "  " + $0.line })
        for line in help.split(separator: "\n") where !examples.contains(String(line)) { #expect(line.count <= 80) }
    }

    @Test("The help of the whole program tells every exit status")
    func statuses() {
        let help = HelpText(program: Self.program).text(for: nil)
        for status in ExitStatus.allCases {
            #expect(help.contains("\n  \(status.rawValue) "))
        }
    }

    @Test("The completions of each shell name every command and option")
    func completions() {
        let scripts = [
            BashCompletion(program: Self.program).text, ZshCompletion(program: Self.program).text,
            FishCompletion(program: Self.program).text,
        ]
        for script in scripts {
            for command in Self.program.commands {
                #expect(script.contains(command.name))
                for option in Self.program.options(of: command) { #expect(script.contains(option.name)) }
            }
        }
    }

    @Test("A common option that means nothing to a command is understood, and in none of its texts")
    func meaningless() throws {
        for command in [CommandDescription.help, .man, .completions] {
            #expect(Self.program.commonOptions(of: command).map(\.name) == ["help", "version"])
            #expect(!HelpText(program: Self.program).text(for: command).contains("--radio"))
            #expect(!ManualPage(program: Self.program).text(for: command).contains("radio"))
        }
        #expect(!HelpText(program: Self.program).text(for: .decode).contains("--trace"))
        #expect(try BuiltProgram.gangway("man", "join", "--json", "--radio", "virtual").status == 0)
        #expect(try complete("gangway man --ra") == [""])
    }

    @Test("Every command has its manual page installed")
    func pages() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../scripts/install")
        let text = try String(contentsOf: script, encoding: .utf8)
        let pages = Self.program.commands.map(\.name).joined(separator: " ")
        #expect(text.contains("pages=(\"\" \(pages))"))
    }

    @Test(
        "bash completes commands, options and their values",
        arguments: [
            ("gangway jo", "join"), ("gangway --radio v", "virtual"), ("gangway join --ssid-", "--ssid-hex"),
            ("gangway completions f", "fish"), ("gangway help dec", "decode"),
            ("gangway device --station net", "networkmanager"), ("gangway join --jour", "--journal"),
            ("gangway devices ren", "rename"), ("gangway devices add --top", "--topic"), ("gangway broker u", "use"),
            ("gangway set --wa", "--wait"), ("gangway broker use --mqtt 3", "3.1.1"),
        ])
    func bash(line: String, completed: String) throws { #expect(try complete(line) == [completed]) }

    @Test("bash completes the names of listed devices, what they can be switched to, and the modes of their kinds")
    func bashListed() throws {
        let home = try ControlHomeFolder()
        try home.write(
            "devices.json",
            #"{"kinds": [{"id": "l", "name": "L", "advertisedName": "L", "topic": "t", "modes": [{"number": 1, "name": "warm"}]}]}"#
        )
        try home.run("devices", "add", "Desk lamp", "--kind", "l")
        #expect(try complete("gangway set De", home) == [#"Desk\ lamp"#])
        #expect(try complete("gangway set Lamp o", home) == ["on", "off"])
        #expect(try complete("gangway set Lamp on --mode w", home) == ["warm"])
        #expect(try complete("gangway devices change D", home) == [#"Desk\ lamp"#])
    }

    @Test("bash leaves no blank behind simulated:, and completes the file that follows, or a directory behind virtual:")
    func bashColon() throws {
        #expect(try complete("gangway device --station sim") == ["nospace", "simulated:"])
        let air = try VirtualAir()
        try Data().write(to: URL(fileURLWithPath: air.path("barn.json")))
        try FileManager.default.createDirectory(atPath: air.path("barn-air"), withIntermediateDirectories: false)
        // bash has taken the words apart at the colon
        #expect(try complete("gangway device --station simulated : \(air.path("barn.j"))") == [air.path("barn.json")])
        #expect(try complete("gangway device --radio virtual : \(air.path("ba"))") == [air.path("barn-air")])
        #expect(try complete("gangway device --station simulated :").contains("Package.swift"))
    }

    /// What bash offers for the last word of a line, after `nospace` where no blank is to follow it.
    private func complete(_ line: String, _ home: ControlHomeFolder? = nil) throws -> [String] {
        let words = line.split(separator: " ").map(String.init)
        let script =
            "compopt() { echo nospace; }\ngangway() { '\(BuiltProgram.gangwayPath)' \"$@\"; }\n"
            + BashCompletion(program: Self.program).text
            + "COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1); _gangway; "
            + "printf '%s\\n' \"${COMPREPLY[@]-}\"\n"
        let result = try BuiltProgram.run("/bin/bash", ["-eu"], input: script, environment: home?.environment ?? [:])
        #expect(result.status == 0)
        return result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
