import BluetoothLE
import ProvisioningProtocols

/// A wire protocol as the services see it: how it is recognised, and what drives it.
struct RegisteredProtocol: Sendable {
    let id: ProtocolID
    let capabilities: ProvisioningCapabilities
    /// What a device says of itself in the service data that it advertises.
    let advertised: @Sendable ([UInt8]) -> AdvertisedState?
    /// The service whose advertisement makes a device a candidate.
    let service: BluetoothUUID
    /// What a product calls the protocol's attributes, where it has UUIDs of its own.
    var names = AttributeNames()
    /// Whether a device that is known to speak the protocol may have it under UUIDs that nobody told.
    let takesOnlyWritable: Bool
    private let map: @Sendable ([Service], AttributeNames) -> CharacteristicMap?
    let makeDriver: @Sendable (FoundDevice, any Central, SessionContext, RegisteredProtocol) -> any SessionDriver

    /// Every protocol there is, a line for each. A device that speaks several is spoken to in the first of them: those that
    /// encrypt come before those that do not.
    static let all: [RegisteredProtocol] = [
        RegisteredProtocol(.nordic, NordicWiFi.ProvisionerMachine.self),
        RegisteredProtocol(.wifiSet, WiFiSet.ProvisionerMachine.self),
        RegisteredProtocol(.json, TopicJSON.ProvisionerMachine.self),
    ]

    /// The protocol that `machine` speaks: a table that has all its characteristics is its own.
    init<Machine: ProvisioningMachine & ~Copyable>(_ id: ProtocolID, _ machine: Machine.Type) {
        self.id = id
        capabilities = Machine.capabilities
        takesOnlyWritable = Machine.takesOnlyWritable
        let service = BluetoothUUID(high: Machine.service.high, low: Machine.service.low)
        self.service = service
        advertised = { Machine.advertised($0.span) }
        map = { services, names in CharacteristicMap(of: Machine.self, in: service, called: names, among: services) }
        makeDriver = { device, central, context, entry in
            MachineDriver<Machine>(device: device, central: central, context: context, entry: entry)
        }
    }

    /// The protocol's characteristics in an attribute table; `nil` where the table is not this protocol's.
    func resolve(_ services: [Service]) -> CharacteristicMap? { map(services, names) }

    /// The protocols that an advertisement hints at, in the order of the registry.
    static func candidates(for discovery: Discovery) -> [ProtocolID] {
        all.filter { discovery.services.contains($0.service) || discovery.serviceData[$0.service] != nil }.map(\.id)
    }

    /// What an advertisement says of the device's state, for the first protocol of it that says anything.
    static func advertised(by discovery: Discovery) -> AdvertisedState? {
        for entry in all {
            if let data = discovery.serviceData[entry.service], let state = entry.advertised(data) { return state }
        }
        return nil
    }
}

/// Which characteristic a machine means by which number.
struct CharacteristicMap: Sendable {
    private let numbers: [UInt8]
    private let ids: [CharacteristicID]

    /// The characteristics of `machine` in `service`; `nil` where one is missing.
    init?<Machine: ProvisioningMachine & ~Copyable>(
        of machine: Machine.Type, in service: BluetoothUUID, called names: AttributeNames, among services: [Service]
    ) {
        let service = names.service ?? service
        let present = services.filter { $0.uuid == service }.flatMap(\.characteristics).map(\.uuid)
        var numbers: [UInt8] = []
        var ids: [CharacteristicID] = []
        while let wanted = Machine.characteristic(numbers.count) {
            let uuid = names.characteristics[wanted.number] ?? BluetoothUUID(high: wanted.high, low: wanted.low)
            guard present.contains(uuid) else { return nil }
            numbers.append(wanted.number)
            ids.append(CharacteristicID(service: service, characteristic: uuid))
        }
        self.numbers = numbers
        self.ids = ids
    }

    subscript(number: UInt8) -> CharacteristicID? { numbers.firstIndex(of: number).map { ids[$0] } }

    func number(of id: CharacteristicID) -> UInt8? { ids.firstIndex(of: id).map { numbers[$0] } }
}
