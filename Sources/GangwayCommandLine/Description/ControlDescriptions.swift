extension OptionDescription {
    /// The option of every command that uses the list of devices, the vault or the broker.
    static let home = OptionDescription(
        name: "home", value: "DIRECTORY", kind: .directory,
        summary: "the folder with devices, broker and passwords; left out, ~/.local/share/gangway")

    /// The option of every command that connects to the broker.
    static let broker = OptionDescription(
        name: "broker", value: "FILE", kind: .file,
        summary: "reach the broker as FILE says; left out, broker.json in the folder of --home")
}

extension OperandDescription {
    /// The argument of commands that are about one listed device.
    static let listedDevice = OperandDescription(
        name: "DEVICE", summary: "the device's name, exactly as it is listed, or its id", kind: .listedDevice)
}

extension CommandDescription {
    /// The common options of commands without a radio.
    static let controlOptions = ["json", "timeout", "verbose"]

    static let set = CommandDescription(
        name: "set", summary: "switch a device on or off, and see that it does",
        discussion: [
            "It ends with status 0 when the device itself reports the new state. Where the device is known to be offline, or "
                + "there is no broker, it fails at once and says which; with --wait the command waits for both, in memory, "
                + "and a device that comes back meanwhile is told again; after that it is never sent. A device that reports "
                + "another state ends it with status 1; one that does not report within 10 seconds leaves the outcome "
                + "unknown, status 5.",
            "Modes have the names of the device's kind in the catalogue; a number always works.",
        ],
        operands: [
            OperandDescription(
                name: "DEVICE", summary: "the device's name or id; may be left out when one is listed",
                kind: .listedDevice, isOptional: true),
            OperandDescription(name: "STATE", summary: "on or off", kind: .oneOf(["on", "off"])),
        ],
        options: [
            OptionDescription(
                name: "mode", value: "MODE", kind: .listedMode, summary: "the mode to be in: its number or its name"),
            OptionDescription(
                name: "wait", value: "SECONDS", summary: "let the command wait so long for the device and the broker"),
            .home, .broker, .catalogue,
        ],
        commonOptions: controlOptions,
        examples: [
            ExampleDescription(line: "gangway set Lamp on", meaning: "until the lamp says that it is on"),
            ExampleDescription(line: "gangway set Lamp on --mode warm", meaning: "in a mode of its kind"),
            ExampleDescription(
                line: "gangway set Lamp off --wait 60 --json", meaning: "also where it comes back within a minute"),
        ])

    static let watch = CommandDescription(
        name: "watch", summary: "show what devices report, as it happens",
        discussion: [
            "At a terminal a table is kept up to date until Ctrl-C; otherwise each report is one line, in order for each "
                + "device. The connection is made again whenever it is lost. What is reported is kept in the list of devices. "
                + "With --verbose, messages that are not understood are told on standard error."
        ],
        options: [.home, .broker, .catalogue],
        commonOptions: controlOptions,
        examples: [
            ExampleDescription(line: "gangway watch", meaning: "the table of all devices until Ctrl-C"),
            ExampleDescription(line: "gangway watch --json --timeout 60", meaning: "every report of a minute"),
        ])

    static let broker = CommandDescription(
        name: "broker", summary: "choose the MQTT broker, try it, or run one of your own",
        commonOptions: controlOptions, examples: brokerUse.examples + brokerTest.examples + brokerRun.examples,
        subcommands: [brokerUse, brokerTest, brokerRun])

    static let brokerUse = CommandDescription(
        name: "broker use", summary: "steer devices over this broker from now on",
        discussion: [
            "Writes broker.json into the folder of --home and keeps the user's password in the vault, beside it or, with "
                + "--vault secret-service, in the Secret Service of this session (GNOME's keyring, KWallet, KeePassXC). The "
                + "password comes from a prompt that does not echo, from --password-file, or from the first line of "
                + "standard input; it is never an argument. Several addresses are tried in turn.",
            "The broker's certificate is checked against the system's authorities or those of --ca. There is no way to "
                + "leave that out, other than --no-tls, with which all that is said can be heard by others.",
        ],
        operands: [
            OperandDescription(
                name: "ADDRESS", summary: "host or host:port, an IPv6 address in brackets; left out, port 8883 or 1883",
                repeats: true)
        ],
        options: [
            OptionDescription(name: "user", value: "USER", summary: "the name of the account; left out, without one"),
            OptionDescription(
                name: "password-file", value: "FILE", kind: .file,
                summary: "read the password from the first line of FILE"),
            OptionDescription(
                name: "vault", value: "VAULT", kind: .oneOf(["file", "secret-service"]),
                summary: "keep secrets in a sealed file, or in the session's Secret Service; left out, file"),
            OptionDescription(
                name: "ca", value: "FILE", kind: .file, summary: "trust the authorities in FILE (PEM), and no others"),
            OptionDescription(
                name: "certificate", value: "FILE", kind: .file,
                summary: "show the broker the certificate in FILE (PEM)"),
            OptionDescription(name: "key", value: "FILE", kind: .file, summary: "the key of the certificate (PEM)"),
            OptionDescription(
                name: "no-tls", otherNames: ["tls", "insecure"], summary: "do not protect the connection"),
            OptionDescription(
                name: "mqtt", value: "VERSION", kind: .oneOf(["3.1.1", "5"]),
                summary: "the protocol's edition, 3.1.1 or 5"),
            OptionDescription(
                name: "listen", value: "SCOPE", kind: .oneOf(["topics", "everything"]),
                summary: "listen to the topics of the listed devices, or to everything; left out, topics"),
            .home,
        ],
        commonOptions: controlOptions,
        examples: [
            ExampleDescription(
                line: "gangway broker use home.example --user alice", meaning: "prompts for the password"),
            ExampleDescription(
                line: "gangway broker use localhost --ca ca.pem --user alice --password-file alice.password",
                meaning: "a broker with an authority of its own"),
        ])
}
