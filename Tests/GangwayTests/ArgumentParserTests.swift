import Testing

@testable import GangwayCommandLine

@Suite("Reading the command line")
struct ArgumentParserTests {
    @Test("Global options stand before and after the command")
    func globalOptions() throws {
        let before = try ArgumentParser.parse(["--json", "--radio", "virtual", "scan"])
        let after = try ArgumentParser.parse(["scan", "--radio=virtual", "--json"])
        #expect(before == after)
        #expect(before.values == ["radio": "virtual"])
        #expect(before.switches == ["json"])
    }

    @Test("What follows -- is never an option")
    func endOfOptions() throws {
        #expect(try ArgumentParser.parse(["status", "--", "--odd name"]).operands == ["--odd name"])
    }

    @Test("A lone dash is an argument")
    func dash() throws {
        #expect(try ArgumentParser.parse(["decode", "--protocol", "wifiset", "-"]).operands == ["-"])
    }

    @Test("One-letter options work together")
    func letters() throws {
        #expect(try ArgumentParser.parse(["status", "-vw"]).switches == ["verbose", "watch"])
    }

    @Test(
        "What is not understood is named, and the nearest known word with it",
        arguments: [
            (["jion"], "join"), (["join", "--sid", "Barn"], "--ssid"), (["scan", "--jsno"], "--json"),
            (["status", "--radio"], "--radio needs a value: RADIO"), (["scan", "--json=1"], "--json takes no value"),
            (["scan", "--timeout", "1", "--timeout", "2"], "twice"),
            (["completions"], "SHELL (bash, zsh or fish) is missing"),
            (["set"], "STATE (on or off) is missing; the whole is `gangway set [DEVICE] STATE`"),
            (["devices", "add"], "NAME, and --topic TOPIC or --kind KIND are missing"),
            (["devices", "move"], "DEVICE or --position N, and --category CATEGORY or --out are missing"),
            (
                ["devices", "rename", "Lamp"],
                "DEVICE or --category CATEGORY is missing; the whole is `gangway devices rename"
            ),
            (["device"], "--station STATION (networkmanager or simulated:FILE) is missing"),
            (
                ["decode"],
                "--protocol PROTOCOL (wifiset, nordic or json) or --capture FILE, and HEX or --capture FILE are"
            ),
            (["status", "Barn", "Lamp"], "a name with spaces goes in quotes"),
            ([], "command"),
        ])
    func faults(arguments: [String], hint: String) {
        let error = #expect(throws: UsageError.self) { try ArgumentParser.parse(arguments) }
        #expect(error?.message.contains(hint) == true)
    }

    @Test(
        "A passphrase in the wrong place is refused and never shown",
        arguments: [
            ["join", "--passphrase", "Zq7-canary-Zq7"], ["join", "--passphrase=Zq7-canary-Zq7"],
            ["join", "Lamp", "Zq7-canary-Zq7"], ["join", "--Zq7-canary-Zq7"], ["join", "-Zq7-canary-Zq7"],
            ["Zq7-canary-Zq7"], ["join", "--open=Zq7-canary-Zq7"],
        ])
    func secretsAreNotQuoted(arguments: [String]) {
        let error = #expect(throws: UsageError.self) { try ArgumentParser.parse(arguments) }
        #expect(error.map { "\($0)".contains("canary") } == false)
    }
}
