import ControllableDevice
import DefaultControl
import ProvisioningProtocols

/// Where `gangway device` may still be taken for there: a file of the folder of `--data`, with an address a line.
struct DeviceAddresses: AddressMemory {
    private let path: String
    private let console: Console

    /// The longest file that is read, in bytes.
    private static let limit = 65_536

    /// The file in `folder`, which need not be there.
    init(folder: String, console: Console) {
        path = folder + "/addresses"
        self.console = console
    }

    /// Lines that are no address are passed over: nothing can be left there.
    func addresses() async -> [ControlAddress] {
        do throws(ControlFileError) {
            guard let bytes = try SmallFile.read(path, limit: Self.limit) else { return [] }
            return bytes.split(separator: 0x0A).compactMap(Self.address)
        } catch {
            console.note("gangway: Where the device was steered before is not known: \(safeText(error.description))\n")
            return []
        }
    }

    func keep(_ addresses: [ControlAddress]) async {
        let text = addresses.map { $0.commandTopic + "\n" }.joined()
        do throws(ControlFileError) { try SmallFile.replace(path, with: Array(text.utf8)) } catch {
            console.note("gangway: Where the device is steered is not kept: \(safeText(error.description))\n")
        }
    }

    private static func address(_ line: ArraySlice<UInt8>) -> ControlAddress? {
        guard let text = String(validating: line, as: UTF8.self), let slash = text.lastIndex(of: "/"),
            let id = DeviceID(text[text.index(after: slash)...])
        else { return nil }
        return try? ControlAddress(topic: String(text[..<slash]), id: id)
    }
}
