/// What a device is, for those who list it and steer it.
public struct DeviceDescription: Hashable, Sendable {
    /// One of the things that the device can do while it is on.
    public struct Mode: Hashable, Sendable {
        /// The number that commands and reports carry.
        public var number: Int32
        /// What a person calls it.
        public var name: String

        /// The mode that commands call `number` and people `name`.
        public init(number: Int32, name: String) {
            self.number = number
            self.name = name
        }
    }

    /// What a person calls the device.
    public var name: String
    /// Who made it; `nil` where that is not told.
    public var manufacturer: String?
    /// What its maker calls it; `nil` where that is not told.
    public var model: String?
    /// The edition of its software; `nil` where that is not told.
    public var softwareVersion: String?
    /// What it can do; none where it can be on and off alone. Numbers and names are there once.
    public var modes: [Mode]
    /// The first level of the topics on which it announces itself to Home Assistant, whose own default this is; `nil` where it
    /// does not announce itself.
    public var discoveryPrefix: String?

    /// A device of these facts.
    public init(
        name: String, manufacturer: String? = nil, model: String? = nil, softwareVersion: String? = nil,
        modes: [Mode] = [], discoveryPrefix: String? = "homeassistant"
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.softwareVersion = softwareVersion
        self.modes = modes
        self.discoveryPrefix = discoveryPrefix
    }
}
