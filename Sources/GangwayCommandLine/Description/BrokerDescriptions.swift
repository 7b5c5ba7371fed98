extension CommandDescription {
    static let brokerTest = CommandDescription(
        name: "broker test", summary: "try the broker, step by step",
        discussion: [
            "Of each address, by itself: the host's name, the connection, TLS with the certificate's facts, the log-in, a "
                + "subscription, and a message that comes back. The first step that fails ends the test of that address and "
                + "says whose fault it is and what to do. Status 0 when every address works, 1 when one does not.",
            "It connects under a name of its own, and uses a topic of its own under --topic; nothing that runs is disturbed.",
        ],
        options: [
            OptionDescription(
                name: "topic", value: "TOPIC",
                summary: "where this account may write and read; left out, gangway"),
            .home, .broker,
        ],
        commonOptions: controlOptions,
        examples: [
            ExampleDescription(line: "gangway broker test", meaning: "the one that `broker use` named"),
            ExampleDescription(
                line: "gangway broker test --broker broker.json --topic home/lamp --json", meaning: "for a script"),
        ])

    static let brokerRun = CommandDescription(
        name: "broker run", summary: "run a broker of your own, with TLS and accounts",
        discussion: [
            "A mosquitto for trying out, or for one home. In its folder it makes an authority, a certificate for this "
                + "machine's names and addresses, the accounts gangway and device with random passwords, and rules; what is "
                + "there already is used again. Messages and sessions are kept there too.",
            "broker.json is for those who steer, device-broker.json for devices; each can be given to --broker. Where no broker "
                + "was chosen yet and --directory is left out, devices are steered over this one from then on. On another "
                + "machine they need ca.pem and the .password file that they name beside them.",
            "It prints a line when it serves, and tells systemd so where NOTIFY_SOCKET is set. SIGTERM ends it in order with "
                + "status 0.",
        ],
        options: [
            OptionDescription(
                name: "directory", value: "DIRECTORY", kind: .directory,
                summary: "its folder; left out, broker in the folder of --home"),
            OptionDescription(name: "port", value: "N", summary: "the port to listen at; left out, 8883"),
            OptionDescription(
                name: "name", value: "HOST",
                summary: "the name or address by which clients are to reach it; left out, this machine's addresses"),
            .home,
        ],
        commonOptions: controlOptions,
        examples: [
            ExampleDescription(line: "gangway broker run", meaning: "until Ctrl-C"),
            ExampleDescription(
                line: "gangway broker run --directory broker --port 18883 --name localhost",
                meaning: "to try things out on this machine"),
        ])
}
