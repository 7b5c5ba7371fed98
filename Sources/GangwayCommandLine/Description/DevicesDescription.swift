private let categoryOption = OptionDescription(
    name: "category", value: "CATEGORY", summary: "the category; one that is new is made")

extension CommandDescription {
    static let devices = CommandDescription(
        name: "devices", summary: "show and change the list of your devices",
        discussion: [
            "The list lies in devices.sqlite in the folder of --home. Several programs may use it at once; what is "
                + "confirmed is on the disk."
        ],
        options: devicesList.options, commonOptions: controlOptions, examples: devicesList.examples,
        subcommands: [
            devicesList, devicesShow, devicesAdd, devicesChange, devicesRename, devicesMove, devicesRemove,
            devicesCategories, devicesExport, devicesImport,
        ], usualSubcommand: "list")

    static let devicesList = CommandDescription(
        name: "devices list", summary: "show the devices, by category",
        options: [
            OptionDescription(name: "category", value: "CATEGORY", summary: "only those of this category"),
            OptionDescription(name: "names", summary: "only their names, one a line"),
            OptionDescription(name: "modes", summary: "only the names of the modes that they have, one a line"), .home,
            .catalogue,
        ],
        commonOptions: controlOptions,
        examples: [
            ExampleDescription(line: "gangway devices", meaning: "the table"),
            ExampleDescription(line: "gangway devices list --category Light --json", meaning: "for a script"),
        ])

    static let devicesShow = CommandDescription(
        name: "devices show", summary: "show one device, and its signal over time",
        discussion: [
            "A device that says how strongly it receives its network has a history: one sample in five minutes at most, the "
                + "newest 1,000. With --json it is whole, for a plot."
        ],
        operands: [.listedDevice], options: [.home, .catalogue],
        commonOptions: controlOptions,
        examples: [ExampleDescription(line: "gangway devices show Lamp", meaning: "with a line of its signal")])

    static let devicesAdd = CommandDescription(
        name: "devices add", summary: "list a device that was set up elsewhere",
        discussion: [
            "A device that `gangway join` set up, and that is steered over the broker, is listed by that already. Its kind can also be given to it later, "
                + "with `gangway devices change`."
        ],
        operands: [OperandDescription(name: "NAME", summary: "what to call it")],
        options: [
            OptionDescription(name: "topic", value: "TOPIC", summary: "the topic under which it is steered"),
            OptionDescription(name: "id", value: "UUID", summary: "its id under that topic; left out, a new one"),
            OptionDescription(
                name: "kind", value: "KIND", summary: "its kind in the catalogue, which has a topic and a category"),
            categoryOption,
            OptionDescription(name: "picture", value: "PICTURE", summary: "the name of its picture"), .home, .catalogue,
        ],
        needs: [NeedDescription("topic", "kind")],
        commonOptions: controlOptions,
        examples: [
            ExampleDescription(
                line: "gangway devices add Lamp --topic home/lamp --id 9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913",
                meaning: "a lamp whose id is known")
        ])

    static let devicesChange = CommandDescription(
        name: "devices change", summary: "change a device's kind, topic or picture",
        discussion: [
            "The kind is one of the catalogue's: its modes then have names, and a device that is in no category goes into the "
                + "kind's. The topic is where this program looks for the device from now on: the device itself is told another "
                + "one by `gangway join`. An empty word takes a kind or a picture away."
        ],
        operands: [.listedDevice],
        options: [
            OptionDescription(name: "kind", value: "KIND", summary: "its kind in the catalogue"),
            OptionDescription(name: "topic", value: "TOPIC", summary: "the topic under which it is steered"),
            OptionDescription(name: "picture", value: "PICTURE", summary: "the name of its picture"), .home, .catalogue,
        ],
        needs: [NeedDescription("kind", "topic", "picture")],
        commonOptions: controlOptions,
        examples: [
            ExampleDescription(line: "gangway devices change Lamp --kind lamp", meaning: "one of the catalogue's lamps")
        ])

    static let devicesRename = CommandDescription(
        name: "devices rename", summary: "call a device, or a category, otherwise",
        operands: [
            OperandDescription(
                name: "DEVICE", summary: "the device's name or id; left out with --category", kind: .listedDevice,
                isOptional: true),
            OperandDescription(name: "NAME", summary: "what to call it"),
        ],
        options: [
            OptionDescription(name: "category", value: "CATEGORY", summary: "rename this category instead"), .home,
        ],
        needs: [NeedDescription("DEVICE", "category")],
        commonOptions: controlOptions,
        examples: [
            ExampleDescription(line: "gangway devices rename Lamp Desk-lamp", meaning: "the device"),
            ExampleDescription(line: "gangway devices rename --category Light Lights", meaning: "the category"),
        ])

    static let devicesMove = CommandDescription(
        name: "devices move", summary: "put a device, or a category, elsewhere",
        operands: [
            OperandDescription(
                name: "DEVICE", summary: "the device's name or id; left out with --position", kind: .listedDevice,
                isOptional: true)
        ],
        options: [
            categoryOption, OptionDescription(name: "out", summary: "put the device into no category"),
            OptionDescription(
                name: "position", value: "N", summary: "with --category alone: make it the Nth of the categories"),
            .home,
        ],
        needs: [NeedDescription("DEVICE", "position"), NeedDescription("category", "out")],
        commonOptions: controlOptions,
        examples: [
            ExampleDescription(line: "gangway devices move Lamp --category Light", meaning: "the device"),
            ExampleDescription(line: "gangway devices move --category Light --position 1", meaning: "the category"),
        ])

    static let devicesRemove = CommandDescription(
        name: "devices remove", otherWords: ["rm", "delete", "del"],
        summary: "take a device, or a category, from the list",
        discussion: ["The device itself learns nothing of it. The devices of a category stay, in none."],
        operands: [
            OperandDescription(
                name: "DEVICE", summary: "the device's name or id; left out with --category", kind: .listedDevice,
                isOptional: true)
        ],
        options: [
            OptionDescription(name: "category", value: "CATEGORY", summary: "remove this category instead"), .home,
        ],
        needs: [NeedDescription("DEVICE", "category")],
        commonOptions: controlOptions,
        examples: [ExampleDescription(line: "gangway devices remove Lamp", meaning: "with its state and history")])

    static let devicesCategories = CommandDescription(
        name: "devices categories", summary: "show the categories in your order, or add one",
        discussion: ["`gangway devices rename`, `move` and `remove` change them, each with --category."],
        options: [
            OptionDescription(name: "add", value: "NAME", summary: "add this category behind the others"), .home,
        ],
        commonOptions: controlOptions,
        examples: [
            ExampleDescription(line: "gangway devices categories", meaning: "also those without a device"),
            ExampleDescription(line: "gangway devices categories --add Light", meaning: "one to move devices to"),
        ])

    static let devicesExport = CommandDescription(
        name: "devices export", summary: "write the whole list as JSON",
        discussion: ["Docs/Storage.md tells its form. It holds no password and no passphrase."],
        operands: [
            OperandDescription(
                name: "FILE", summary: "where to; left out, standard output", kind: .file, isOptional: true)
        ],
        options: [.home],
        commonOptions: controlOptions,
        examples: [ExampleDescription(line: "gangway devices export devices-backup.json", meaning: "a copy to keep")])

    static let devicesImport = CommandDescription(
        name: "devices import", summary: "take the devices of a file into the list",
        discussion: [
            "Nothing is ever removed by it. A plain array of objects with id, name, topic, category, image and isActive is "
                + "taken too; what else they have is kept. Entries that cannot be used are told and left out, status 1."
        ],
        operands: [OperandDescription(name: "FILE", summary: "the file, or - for standard input", kind: .file)],
        options: [
            OptionDescription(name: "replace", summary: "let its entries take the place of those listed already"),
            .home,
        ],
        commonOptions: controlOptions,
        examples: [
            ExampleDescription(line: "gangway devices import devices-backup.json", meaning: "what is not listed yet")
        ])
}
