extension BrokerServer {
    /// Where a client of mosquitto's own is: `mosquitto_pub`, `mosquitto_sub`.
    public static func client(_ name: String) throws -> String { try program("bin/\(name)") }
}
