import Provisioning
import ProvisioningProtocols

/// What `join --each` was asked for.
struct EachOptions: Equatable, Sendable {
    /// The network.
    let choice: NetworkChoice
    /// How many devices are set up at the same time, at most.
    let atOnce: Int
    /// How long no new device is heard until the work counts as done, in milliseconds.
    let quiet: UInt32
    /// The file in which the work is kept; `nil` for none.
    let journal: String?
    /// The name of the devices that are meant, which may end with `*`; `nil` for all.
    let name: String?

    /// How many at the same time where nothing is said. Controllers hold from 3 to some 16 links; 4 leaves room for others.
    static let defaultAtOnce: UInt32 = 4
    /// How long to listen where nothing is said, in seconds: as long as for one device.
    static let defaultQuiet = DeviceFinder.patience
    /// The options that mean something beside `--each` alone.
    static let names = ["at-once", "quiet", "journal"]

    /// The options of a command line that has `--each`; `nil` for one that has not.
    init?(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.switches.contains("each") else {
            if let stray = Self.names.first(where: { arguments.values[$0] != nil }) {
                throw .usage("--\(stray) goes with --each", command: "join")
            }
            return nil
        }
        // Nobody can pick for devices that are not there yet.
        guard let choice = try NetworkChoice(arguments, isInteractive: true) else {
            throw .usage("--ssid is missing: with --each one network is named for all devices", command: "join")
        }
        self.choice = choice
        atOnce = Int(try arguments.number("at-once", 1...32, of: "join") ?? Self.defaultAtOnce)
        quiet = try arguments.milliseconds("quiet", of: "join") ?? Self.defaultQuiet
        journal = arguments.values["journal"]
        name = arguments.operands.first
    }

    /// Whether `device` is one of those that are meant. An address is a name too.
    func means(_ device: FoundDevice) -> Bool {
        guard let name else { return true }
        if device.name == name || device.address.map({ HardwareAddress(name) == $0 }) ?? false { return true }
        return name.hasSuffix("*") && device.name?.hasPrefix(name.dropLast()) ?? false
    }
}
