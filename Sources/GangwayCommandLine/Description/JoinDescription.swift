extension CommandDescription {
    static let join = CommandDescription(
        name: "join", summary: "give a device the credentials of a Wi-Fi network and watch it join",
        discussion: [
            "The passphrase comes from a prompt that does not echo, from --passphrase-file, or from standard input; it is "
                + "never an argument, where other users could read it. Standard input gives one passphrase a line: when "
                + "the device says that one is wrong, the next is tried on the same connection.",
            "Before the passphrase goes out, the device's name, address and signal are shown, and whether the link is "
                + "encrypted. Without --ssid, a terminal shows the networks and lets you pick.",
            "A device that is steered over MQTT is then waited for until it is heard from over the broker, which "
                + "`gangway broker use` sets up, and listed. One that is not heard from in time may have joined or not: "
                + "that is status 5. Without a broker it is not waited for. A device that reports its join itself is listed "
                + "too where both --topic and --id say what it is steered under.",
            "With --each, every device in range that has no network yet is given the one passphrase, several at a time, "
                + "until nothing new is heard for a while. DEVICE is then the name of those that are meant, and may end with "
                + "*. Each device has its line, and with --json its object with the status that it would end join with. A "
                + "passphrase that 3 devices in a row refuse is tried on no further one. With --journal, the same line goes "
                + "on where it was stopped, by Ctrl-C or by a power cut.",
            "With --remember a passphrase that has worked is kept in the vault, the one that broker.json chooses or else a sealed "
                + "file in the folder of --home; with --from-vault it is taken from there. Neither is done unasked.",
        ],
        operands: [.device],
        options: [
            OptionDescription(name: "ssid", value: "SSID", summary: "the network's name"),
            OptionDescription(
                name: "ssid-hex", value: "HEX", summary: "the network's name as hex digits, for names that are not text"
            ),
            OptionDescription(name: "open", summary: "the network has no passphrase"),
            OptionDescription(name: "hidden", summary: "the network does not broadcast its name"),
            OptionDescription(
                name: "passphrase-file", value: "FILE", kind: .file,
                summary: "read the passphrase from the first line of FILE"),
            OptionDescription(name: "remember", summary: "keep the passphrase in the vault once it has worked"),
            OptionDescription(
                name: "from-vault", summary: "take the passphrase that --remember kept for this network"),
            .catalogue,
            OptionDescription(
                name: "topic", value: "TOPIC",
                summary: "the topic under which the device is to be steered, where its protocol carries it"),
            OptionDescription(
                name: "id", value: "UUID", summary: "the device's id under that topic; left out, a new one"),
            OptionDescription(
                name: "wait", value: "SECONDS",
                summary: "how long to wait until the device is heard from; left out, 60; 0 does without the broker"),
            .home, .broker,
            OptionDescription(
                name: "bssid", value: "BSSID", summary: "a particular access point, where the protocol carries it"),
            OptionDescription(
                name: "channel", value: "N", summary: "a particular channel, where the protocol carries it"),
            .band,
            OptionDescription(
                name: "volatile", summary: "keep the credentials only until the device restarts, where it can"),
            OptionDescription(name: "each", summary: "set up every device in range that has no network yet"),
            OptionDescription(
                name: "at-once", value: "N",
                summary: "with --each: so many devices at the same time, 1 to 32; left out, 4"),
            OptionDescription(
                name: "quiet", value: "SECONDS",
                summary: "with --each: end when no new device was heard for so long; left out, 10"),
            OptionDescription(
                name: "journal", value: "FILE", kind: .file,
                summary: "with --each: keep in FILE which devices are done, and go on from there"),
        ],
        needs: [NeedDescription("ssid", "ssid-hex", isAsked: true)],
        examples: [
            ExampleDescription(
                line: "gangway join", meaning: "the only device in range; pick a network, type the passphrase"),
            ExampleDescription(line: "gangway join Lamp --ssid Barn", meaning: "prompts for the passphrase of Barn"),
            ExampleDescription(
                line: "gangway join Lamp --ssid Barn --passphrase-file barn.key --json", meaning: "from a script"),
            ExampleDescription(
                line: "gangway join Lamp --ssid Guests --open", meaning: "a network without a passphrase"),
            ExampleDescription(
                line: "gangway join Lamp --ssid Barn --topic home/lamp", meaning: "a device that is steered over MQTT"),
            ExampleDescription(
                line: "gangway join 'Lamp-*' --each --ssid Barn --passphrase-file barn.key --journal bench.log",
                meaning: "all lamps of a bench, taken up again where it was stopped"),
        ])
}
