extension OperandDescription {
    /// The argument of every command that is about one device.
    static let device = OperandDescription(
        name: "DEVICE",
        summary: "the device's address, or its name exactly as it is shown; may be left out when one is in range",
        isOptional: true)
}

extension OptionDescription {
    /// The option of every command that can know kinds of devices.
    static let catalogue = OptionDescription(
        name: "catalogue", value: "FILE", kind: .file,
        summary: "know the kinds of devices that FILE defines, by their names")

    /// The option of every command that can be limited to a band.
    static let band = OptionDescription(
        name: "band", value: "GHZ", kind: .oneOf(["2.4", "5"]),
        summary: "only this band, where the device's protocol carries it: 2.4 or 5")
}

private let protocolOption = OptionDescription(
    name: "protocol", value: "PROTOCOL[,PROTOCOL]", kind: .oneOf(ProgramDescription.protocols),
    summary: "the wire protocols to serve: wifiset, nordic, json, or several; left out, wifiset")

extension CommandDescription {
    static let scan = CommandDescription(
        name: "scan", summary: "show the devices in range that can be set up",
        discussion: [
            "At a terminal the table is kept up to date until Ctrl-C; otherwise each device is one line, printed when it "
                + "is first heard. With --timeout it ends by itself: status 0 when a device was heard, 3 when none was."
        ],
        options: [.catalogue],
        examples: [
            ExampleDescription(line: "gangway scan", meaning: "watch the devices in range until Ctrl-C"),
            ExampleDescription(line: "gangway scan --timeout 5 --json", meaning: "list what is heard in 5 seconds"),
        ])

    static let networks = CommandDescription(
        name: "networks", summary: "show the Wi-Fi networks that a device can see",
        discussion: [
            "Access points with the same name and the same security are one line, the strongest first, hidden ones last."
        ],
        operands: [.device],
        options: [
            .band,
            OptionDescription(name: "passive", summary: "let the device only listen, where its protocol carries that"),
            OptionDescription(
                name: "period", value: "MS", summary: "let the device look for so many milliseconds, 1 to 600000"),
            OptionDescription(
                name: "group-channels", value: "N",
                summary: "let the device go back to its network after every N channels, 1 to 255"),
        ],
        examples: [
            ExampleDescription(line: "gangway networks Lamp --band 5", meaning: "only what is in the 5 GHz band"),
            ExampleDescription(line: "gangway networks Lamp", meaning: "what the device called Lamp sees"),
            ExampleDescription(
                line: "gangway networks C4:C5:C6:C7:C8:01 --json", meaning: "the same for an address, for a script"),
        ])

    static let status = CommandDescription(
        name: "status", summary: "show where a device stands with its Wi-Fi",
        discussion: [
            "Asks the device for the network it has stored, whether it is connected, and with which address and signal. "
                + "With --watch every change is one more line, until Ctrl-C or the limit of --timeout; where the link ends "
                + "before, the status is 1."
        ],
        operands: [.device],
        options: [OptionDescription(name: "watch", letter: "w", summary: "go on showing changes until Ctrl-C")],
        examples: [
            ExampleDescription(line: "gangway status Lamp", meaning: "one line"),
            ExampleDescription(line: "gangway status Lamp --watch --json", meaning: "every change, for a script"),
        ])

    static let forget = CommandDescription(
        name: "forget", summary: "have a device leave its network and forget it (nordic only)",
        discussion: [
            "Of the protocols only Nordic's has that. With the others it ends with status 1, and nothing is sent; `gangway info` "
                + "tells what a device can do."
        ],
        operands: [.device],
        examples: [ExampleDescription(line: "gangway forget Lamp", meaning: "before it is given away")])

    static let info = CommandDescription(
        name: "info", summary: "show which protocol a device speaks, and what that can do",
        operands: [.device],
        options: [.catalogue],
        examples: [ExampleDescription(line: "gangway info Lamp", meaning: "protocol, version and abilities")])

    static let device = CommandDescription(
        name: "device", summary: "be a device: advertise, take credentials, and join",
        discussion: [
            "It prints a line when it is on the air, and tells systemd so where NOTIFY_SOCKET is set. SIGTERM ends it in "
                + "order with status 0.",
            "A simulated station joins the networks that a JSON file describes. The smallest is "
                + "{\"networks\": [{\"ssid\": \"Barn\", \"passphrase\": \"hay and horses\"}]}; Examples/barn.json is one to "
                + "start from, and Docs/SimulatedStation.md tells every key (both also in PREFIX/share/doc/gangway).",
            "With --broker a device that was given a topic and an id obeys commands over MQTT, reports what it does and that "
                + "it is there, and announces itself to Home Assistant. Docs/Control.md tells the file and the messages.",
        ],
        options: [
            protocolOption,
            OptionDescription(
                name: "station", value: "STATION",
                kind: .oneOf(ProgramDescription.stations, after: ["simulated": .file]),
                summary: "the Wi-Fi to set up: networkmanager[:wlan0] or simulated:FILE"),
            OptionDescription(name: "name", value: "NAME", summary: "the name to advertise; left out, Gangway"),
            OptionDescription(
                name: "data", value: "DIRECTORY", kind: .directory,
                summary:
                    "where a simulated station keeps its networks, passphrases in the clear, and the device what it "
                    + "does; left out, in memory"),
            OptionDescription(
                name: "broker", value: "FILE", kind: .file,
                summary: "be steered over the MQTT broker that FILE describes, once on the network"),
            OptionDescription(
                name: "home", value: "DIRECTORY", kind: .directory,
                summary: "the folder with the vault, for a broker's FILE without passwordFile; left out, "
                    + "~/.local/share/gangway"),
            OptionDescription(
                name: "modes", value: "NAME[,NAME]",
                summary:
                    "the modes that it has, numbered from 0 as they come; a catalogue numbers them so too; left out, none"
            ),
            OptionDescription(
                name: "on-command", value: "PROGRAM", kind: .file,
                summary: "run PROGRAM at the start and for each change, with GANGWAY_STATUS and GANGWAY_MODE"),
        ],
        needs: [NeedDescription("station")],
        examples: [
            ExampleDescription(
                line: "gangway device --station networkmanager:wlan0 --name Barn-Lamp",
                meaning: "set up this machine's own Wi-Fi"),
            ExampleDescription(
                line: "gangway device --radio virtual --station simulated:networks.json --name Lamp",
                meaning: "a simulated device to try things on"),
            ExampleDescription(
                line: "gangway device --radio virtual --station simulated:networks.json --protocol json "
                    + "--broker device-broker.json --modes warm,cold",
                meaning: "one that is steered over MQTT, once it is set up"),
        ])

    static let decode = CommandDescription(
        name: "decode", summary: "show what the bytes of a protocol mean",
        discussion: [
            "Prints one JSON object a message. Hex digits may be split by spaces, colons or line ends. Bytes that cannot be "
                + "decoded end it with a line that has `error` and `offset`, and status 1; what came before is printed."
        ],
        operands: [
            OperandDescription(
                name: "HEX", summary: "the bytes as hex digits, or - for standard input", isOptional: true,
                repeats: true)
        ],
        options: [
            OptionDescription(
                name: "protocol", value: "PROTOCOL", kind: .oneOf(ProgramDescription.protocols),
                summary: "the wire protocol: wifiset, nordic or json"),
            OptionDescription(
                name: "message", value: "MESSAGE", kind: .oneOf(NordicSchema.messages),
                summary: "what nordic's bytes are: request, response, result or info"),
            OptionDescription(
                name: "capture", value: "FILE", kind: .file,
                summary: "decode the attribute traffic in a btsnoop capture; without --protocol, of each protocol"),
        ],
        needs: [NeedDescription("protocol", "capture"), NeedDescription("HEX", "capture")],
        commonOptions: ["json", "timeout"],
        examples: [
            ExampleDescription(
                line: "gangway decode --protocol wifiset 02 05 08 00 04 42 61 72 6E C8 02 06",
                meaning: "one entry of a list of networks"),
            ExampleDescription(
                line: "gangway decode --protocol nordic --message result 10 04", meaning: "a device that has connected"),
            ExampleDescription(
                line: "gangway decode --capture hci.btsnoop", meaning: "what `btmon -w` recorded"),
        ])

    static let doctor = CommandDescription(
        name: "doctor", summary: "tell what this machine lacks, and the command that mends it",
        discussion: ["Ends with status 0 when Bluetooth can be used, and with 6 when it cannot."],
        commonOptions: ["radio", "json", "timeout"],
        examples: [
            ExampleDescription(line: "gangway doctor", meaning: "one line a finding"),
            ExampleDescription(line: "gangway doctor --json", meaning: "the same for a script"),
        ])

    static let completions = CommandDescription(
        name: "completions", summary: "print the completions for a shell",
        operands: [
            OperandDescription(
                name: "SHELL", summary: "bash, zsh or fish", kind: .oneOf(ProgramDescription.shells))
        ],
        commonOptions: [],
        examples: [
            ExampleDescription(line: "source <(gangway completions bash)", meaning: "in this shell, now"),
            ExampleDescription(
                line: "gangway completions fish > ~/.config/fish/completions/gangway.fish", meaning: "for good"),
        ])

    static let man = CommandDescription(
        name: "man", summary: "print a manual page, as man reads it",
        operands: [OperandDescription(name: "COMMAND", summary: "the command; left out, gangway(1)", isOptional: true)],
        commonOptions: [],
        examples: [
            ExampleDescription(line: "gangway man join | man -l -", meaning: "read the page of join"),
            ExampleDescription(line: "gangway man > gangway.1", meaning: "keep the main page"),
        ])

    static let help = CommandDescription(
        name: "help", summary: "show the help of a command",
        operands: [
            OperandDescription(
                name: "COMMAND", summary: "the command, and its sub-command; left out, all of them", isOptional: true,
                repeats: true)
        ],
        commonOptions: [],
        examples: [ExampleDescription(line: "gangway help join", meaning: "the same as gangway join --help")])
}
