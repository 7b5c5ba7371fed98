extension CommandDescription {
    static let hub = CommandDescription(
        name: "hub", summary: "serve your home as a web page: steer and add devices",
        discussion: [
            "It starts gangway-hub, which lies beside gangway. The password is set when the page is opened first, on this "
                + "machine. Docs/Hub.md tells all of it."
        ],
        commonOptions: hubOptions, examples: hubRun.examples + hubPassword.examples + hubKey.examples.prefix(1),
        subcommands: [hubRun, hubPassword, hubKey], usualSubcommand: "run")

    private static let hubOptions = ["radio"]

    private static let dataOption = OptionDescription(
        name: "data", value: "DIRECTORY", kind: .directory,
        summary: "the folder with devices, broker and passwords; left out, ~/.local/share/gangway")

    private static let homeOption = OptionDescription(
        name: "home", value: "DIRECTORY", kind: .directory, summary: "the same, as other commands call it")

    static let hubRun = CommandDescription(
        name: "hub run", summary: "serve the page until Ctrl-C",
        discussion: [
            "It listens on this machine alone, unless --listen says otherwise; beyond it, it wants --certificate and --key, or "
                + "--insecure-http where something else protects the way. It tells systemd that it is ready where "
                + "NOTIFY_SOCKET is set. SIGTERM ends it in order with status 0, Ctrl-C (SIGINT) in order with status 130."
        ],
        options: [
            dataOption, homeOption,
            OptionDescription(
                name: "broker", value: "BROKER", kind: .file,
                summary:
                    "reach the broker at mqtts://[USER@]HOST[:PORT], or as this file says; left out, as settings say"),
            OptionDescription(
                name: "with-broker", summary: "run a broker of your own beside it (`gangway broker run`)"),
            OptionDescription(
                name: "broker-port", value: "N", summary: "the port of that broker; left out, 8883"),
            OptionDescription(
                name: "listen", otherNames: ["port", "address", "bind", "host"], value: "ADDRESS:PORT",
                summary: "listen there; left out, 127.0.0.1:8470, which only this machine reaches"),
            OptionDescription(
                name: "name", value: "HOST",
                summary: "a name by which browsers reach it, beside this machine's own and addresses"),
            OptionDescription(
                name: "certificate", otherNames: ["cert", "tls", "tls-certificate"], value: "FILE", kind: .file,
                summary: "the certificates of TLS (PEM), its own first"
            ),
            OptionDescription(
                name: "key", otherNames: ["tls-key", "private-key"], value: "FILE", kind: .file,
                summary: "the key of the certificate (PEM)"),
            OptionDescription(
                name: "insecure-http", summary: "go without TLS beyond this machine: others can read what passes"),
            .catalogue,
        ],
        commonOptions: hubOptions,
        examples: [
            ExampleDescription(line: "gangway hub --with-broker", meaning: "a whole home with one command"),
            ExampleDescription(
                line: "gangway hub --listen [::]:8470 --certificate hub.pem --key hub.key",
                meaning: "for every browser of the house"),
        ])

    static let hubPassword = CommandDescription(
        name: "hub password", summary: "set the page's password, whatever it was",
        discussion: [
            "It asks without an echo, or reads the first line of standard input. All browsers are logged out; a hub that runs "
                + "goes by it at once."
        ],
        options: [dataOption, homeOption],
        commonOptions: [],
        examples: [ExampleDescription(line: "gangway hub password", meaning: "where it was forgotten")])

    static let hubKey = CommandDescription(
        name: "hub key", summary: "make, list or revoke the keys of people's own programs",
        discussion: [
            "For a machine without a browser: the page's settings do the same. A key that is made is printed once and kept "
                + "nowhere, only its hash; a hub that runs takes it, and lets a revoked one in no more, at once."
        ],
        operands: [
            OperandDescription(
                name: "ACTION", summary: "make, list or revoke; left out, list",
                kind: .oneOf(["make", "list", "revoke"]), isOptional: true),
            OperandDescription(
                name: "NAME", summary: "what you call the key, to make or revoke it", isOptional: true),
        ],
        options: [dataOption, homeOption],
        commonOptions: ["json"],
        examples: [
            ExampleDescription(
                line: "gangway hub key make garden-script", meaning: "prints the key, alone on its line"),
            ExampleDescription(line: "gangway hub key list --json", meaning: "names and times, for a script"),
            ExampleDescription(line: "gangway hub key revoke garden-script", meaning: "from now on it opens nothing"),
        ])
}
