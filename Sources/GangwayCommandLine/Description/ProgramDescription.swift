/// The whole command line, described once.
struct ProgramDescription {
    /// The release.
    static let version = "0.1.0"
    /// The radios that `--radio` names.
    static let radios = ["bluez", "virtual"]
    /// The wire protocols that can be named.
    static let protocols = ["wifiset", "nordic", "json"]
    /// The stations that `--station` names.
    static let stations = ["networkmanager", "simulated:"]
    /// The shells that completions are written for.
    static let shells = ["bash", "zsh", "fish"]

    /// What the program is for.
    let summary = "give Wi-Fi devices their credentials over Bluetooth LE, watch them join, and steer them over MQTT"

    /// What every command understands.
    let globalOptions = [
        OptionDescription(
            name: "radio", value: "RADIO", kind: .oneOf(radios, after: ["virtual": .directory]),
            summary: "use bluez[:hci0] or virtual[:DIRECTORY]; left out, this machine's adapter"),
        OptionDescription(name: "json", summary: "print one JSON object a line, with stable keys"),
        OptionDescription(
            name: "timeout", value: "SECONDS",
            summary: "end after so many seconds; left out, each step has its own limit"),
        OptionDescription(
            name: "trace", value: "FILE", kind: .file,
            summary: "append every message in both directions to FILE, the passphrase cut out"),
        OptionDescription(
            name: "verbose", letter: "v",
            summary: "tell on standard error what passes over a link, and what is odd there"),
        OptionDescription(name: "help", letter: "h", summary: "show this help and end"),
        OptionDescription(name: "version", summary: "show the version and end"),
    ]

    /// The variables of the environment that are read.
    let environment = [
        ("GANGWAY_CATALOGUE", "the catalogue to use where --catalogue is left out"),
        ("GANGWAY_HOME", "the folder of devices and broker to use where --home, or the hub's --data, is left out"),
        ("GANGWAY_RADIO", "the radio to use where --radio is left out"),
        ("NOTIFY_SOCKET", "where `device` tells systemd that it is ready"),
        ("XDG_DATA_HOME", "holds the folder of devices and broker where none is named"),
        ("XDG_RUNTIME_DIR", "holds the virtual radio's directory where none is named"),
    ]

    /// The variables that mean something to `command`.
    func environment(of command: CommandDescription?) -> [(String, String)] {
        guard let command else { return environment }
        let all = [command] + command.subcommands
        var names: Set<String> = []
        if all.contains(where: { commonOptions(of: $0).contains { $0.name == "radio" } }) {
            names = ["GANGWAY_CATALOGUE", "GANGWAY_RADIO", "NOTIFY_SOCKET", "XDG_RUNTIME_DIR"]
        }
        for option in all.flatMap(\.options) {
            if option.name == "home" { names.formUnion(["GANGWAY_HOME", "XDG_DATA_HOME"]) }
            if option.name == "catalogue" { names.insert("GANGWAY_CATALOGUE") }
        }
        return environment.filter { names.contains($0.0) }
    }

    /// All commands, in the order of a person's work.
    let commands: [CommandDescription] = [
        .scan, .networks, .join, .status, .forget, .info, .devices, .set, .watch, .broker, .hub, .device, .decode,
        .doctor,
        .completions, .man, .help,
    ]

    /// All commands, and behind each its sub-commands.
    var allCommands: [CommandDescription] { commands.flatMap { [$0] + $0.subcommands } }

    /// The command called `name`.
    func command(_ name: String) -> CommandDescription? { allCommands.first { $0.name == name } }

    /// The common options that mean something to `command`.
    func commonOptions(of command: CommandDescription?) -> [OptionDescription] {
        guard let names = command?.commonOptions else { return globalOptions }
        return globalOptions.filter { names.contains($0.name) || ["help", "version"].contains($0.name) }
    }

    /// All options that `command` understands; those of the sub-command that is meant where none is named are among them.
    func options(of command: CommandDescription?) -> [OptionDescription] {
        let usual = command?.usualSubcommand.flatMap { command?.subcommand($0) }
        return (command?.options ?? []) + (usual?.options ?? []) + globalOptions
    }
}
