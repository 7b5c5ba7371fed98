import Foundation
import Testing

@testable import GangwayCommandLine

@Suite("gangway at a terminal", .serialized)
struct TerminalTests {
    /// The shell that script(1) starts is the same on every machine.
    private static let environment = ["TERM": "xterm", "SHELL": "/bin/sh", "LC_ALL": "C.UTF-8"]

    /// A command at a terminal of its own, made by script(1).
    private func atTerminal(_ line: String, _ air: VirtualAir) throws -> RunningProcess {
        let environment = air.environment.merging(Self.environment) { $1 }
        return try RunningProcess(
            "/usr/bin/script", ["-qefc", "'\(BuiltProgram.gangwayPath)' \(line)", "/dev/null"], environment: environment
        )
    }

    @Test("E5/115: The prompt does not echo, and asks again on the same connection after a wrong passphrase")
    func prompt() throws {
        let air = try VirtualAir()
        try air.serve()
        let terminal = try atTerminal("join Lamp --ssid Barn", air)
        #expect(terminal.hear("Passphrase for \"Barn\": "))
        terminal.say("wrong-\(Canary.text)\r")
        #expect(terminal.hear("Another passphrase for \"Barn\": "))
        terminal.say("\(Canary.text)\r")
        let result = terminal.finish()
        #expect(result.status == 0)
        #expect(result.output.contains("not encrypted"))
        #expect(result.output.contains("192.168.7.23"))
        #expect(!result.output.contains("canary"))
    }

    @Test("Without --ssid a person picks by number")
    func pick() throws {
        let air = try VirtualAir()
        try air.serve()
        let terminal = try atTerminal("join", air)
        #expect(terminal.hear("Number of the network (1-2, 0 for another one): "))
        terminal.say("7\r")
        #expect(terminal.hear("Number of the network (1-2, 0 for another one): "))
        terminal.say("2\r")
        let result = terminal.finish()
        #expect(result.status == 0)
    }

    @Test("A prompt that is stopped with Ctrl-Z and continued asks again, and still does not echo")
    func continuedPrompt() throws {
        let air = try VirtualAir()
        try air.serve()
        let environment = air.environment.merging(Self.environment) { $1 }
        let terminal = try RunningProcess(
            "/usr/bin/script", ["-qefc", "env PS1='ready> ' bash --norc --noprofile --noediting -i", "/dev/null"],
            environment: environment)
        #expect(terminal.hear("ready> "))
        terminal.say("'\(BuiltProgram.gangwayPath)' join Lamp --ssid Barn\r")
        #expect(terminal.hear("Passphrase for \"Barn\": "))
        terminal.say("\u{1A}")
        #expect(terminal.hear("Stopped"))
        #expect(terminal.hear("ready> "))
        terminal.say("fg\r")
        #expect(terminal.hear("Passphrase for \"Barn\": "))
        terminal.say("\(Canary.text)\r")
        #expect(terminal.hear("192.168.7.23"))
        #expect(terminal.hear("ready> "))
        terminal.say("exit\r")
        #expect(!terminal.finish().output.contains("canary"))
    }

    @Test("Ctrl-C at the prompt ends with status 130 and gives the terminal its echo back")
    func interruptedPrompt() throws {
        let air = try VirtualAir()
        try air.serve()
        let environment = air.environment.merging(Self.environment) { $1 }
        // The shell gets the Ctrl-C as well, and has to outlive it.
        let line = "trap : INT; '\(BuiltProgram.gangwayPath)' join Lamp --ssid Barn; echo status $?; stty -a"
        let terminal = try RunningProcess("/usr/bin/script", ["-qefc", line, "/dev/null"], environment: environment)
        #expect(terminal.hear("Passphrase for \"Barn\": "))
        terminal.say("\u{03}")
        let result = terminal.finish()
        #expect(result.output.contains("status 130"))
        #expect(result.output.contains(" echo "))
    }

    @Test("E5/115: What is typed before the prompt is neither shown nor taken for the passphrase")
    func typedEarly() throws {
        let air = try VirtualAir()
        let terminal = try atTerminal("join Lamp --ssid Barn", air)
        #expect(terminal.hear("Looking for Lamp..."))
        terminal.say("early-\(Canary.text)\r")
        try air.serve()
        #expect(terminal.hear("Passphrase for \"Barn\": "))
        terminal.say("\(Canary.text)\r")
        let result = terminal.finish()
        #expect(result.status == 0)
        #expect(!result.output.contains("Another passphrase"))
        #expect(!result.output.contains("canary"))
    }

    @Test(
        "Before the prompt too, each signal that ends a join gives the terminal its echo back, and leaves nothing typed",
        arguments: ["\u{03}", "\u{1C}"])
    func interruptedEarly(key: String) throws {
        let air = try VirtualAir()
        let environment = air.environment.merging(Self.environment) { $1 }
        let line =
            "trap : INT QUIT; '\(BuiltProgram.gangwayPath)' join Lamp --ssid Barn; echo status $?; stty -a; "
            + "read -r rest; echo \"left <$rest>\""
        let terminal = try RunningProcess("/usr/bin/script", ["-qefc", line, "/dev/null"], environment: environment)
        #expect(terminal.hear("Looking for Lamp..."))
        terminal.say("early-\(Canary.text)\r")
        terminal.say(key)
        #expect(terminal.hear("status 130"))
        #expect(terminal.hear(" echo "))
        terminal.say("\r")
        #expect(terminal.hear("left <>"))
        #expect(!terminal.finish().output.contains("canary"))
    }

    @Test("Ctrl-D at the prompt is no passphrase, and nothing is sent")
    func endedPrompt() throws {
        let air = try VirtualAir()
        try air.serve()
        let terminal = try atTerminal("join Lamp --ssid Barn", air)
        #expect(terminal.hear("Passphrase for \"Barn\": "))
        terminal.say("\u{04}")
        let result = terminal.finish()
        #expect(result.status == 1)
        #expect(result.output.contains("No passphrase was given; nothing was sent."))
    }

    @Test("A table that the terminal has no room for says how many devices are left out, and is whole at the end")
    func cutTable() throws {
        let air = try VirtualAir()
        for number in 1...4 { try air.serve(name: "Lamp-\(number)") }
        let environment = air.environment.merging(Self.environment) { $1 }
        let line = "stty rows 4 cols 100; '\(BuiltProgram.gangwayPath)' scan --timeout 2"
        let result = try RunningProcess("/usr/bin/script", ["-qefc", line, "/dev/null"], environment: environment)
            .finish()
        #expect(result.output.contains("and 3 more"))
        let last = result.output.components(separatedBy: "DEVICE").last ?? ""
        for number in 1...4 { #expect(last.contains("Lamp-\(number)")) }
        #expect(!last.contains("more"))
    }

    @Test("On a narrow terminal a scan cuts other columns, with a mark, and keeps name and address whole")
    func narrow() throws {
        let air = try VirtualAir()
        try air.serve(name: "A lamp with a long name")
        let environment = air.environment.merging(Self.environment) { $1 }
        for (width, isCut) in [(90, false), (70, true), (44, false), (30, false)] {
            let line = "stty rows 20 cols \(width); '\(BuiltProgram.gangwayPath)' scan --timeout 1"
            let output = try RunningProcess("/usr/bin/script", ["-qefc", line, "/dev/null"], environment: environment)
                .finish().output
            #expect(output.contains(/A lamp with a long name  ([0-9A-F]{2}:){5}[0-9A-F]{2}/))
            #expect(output.contains("…") == isCut)
            #expect(output.contains("PROTOCOL") == (width >= 70))
        }
    }

    @Test("A scan at a terminal is a table with bars, drawn in place")
    func table() throws {
        let air = try VirtualAir()
        try air.serve()
        let result = try atTerminal("scan --timeout 1", air).finish()
        #expect(result.status == 0)
        #expect(result.output.contains("▂▄▆█"))
        #expect(result.output.contains("\u{1B}["))
    }

    @Test("The table has a column for Wi-Fi where a device advertises how it stands, and none otherwise")
    func wifiColumn() throws {
        let air = try VirtualAir()
        try air.serve()
        #expect(!(try atTerminal("scan --timeout 0.5", air).finish().output.contains("WI-FI")))
        try air.serve("--protocol", "nordic", name: "Lock")
        let output = try atTerminal("scan --timeout 0.5", air).finish().output
        #expect(output.contains("PROTOCOL                WI-FI"))
        #expect(output.contains("nordic v1, encrypted    no network"))
    }

    @Test("Where the locale has no more than ASCII, a table has none but that")
    func plainTable() throws {
        let air = try VirtualAir()
        try air.serve()
        let environment = air.environment.merging(Self.environment) { $1 }.merging(["LC_ALL": "C"]) { $1 }
        let result = try RunningProcess(
            "/usr/bin/script", ["-qefc", "'\(BuiltProgram.gangwayPath)' scan --timeout 1", "/dev/null"],
            environment: environment
        ).finish()
        #expect(result.status == 0)
        #expect(result.output.contains("####"))
        #expect(result.output.utf8.allSatisfy { $0 < 0x80 })
    }
}
