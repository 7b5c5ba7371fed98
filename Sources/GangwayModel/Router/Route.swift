public import ProvisioningProtocols

/// A screen above the main one, with what it is about.
public enum Route: Hashable, Sendable {
    /// Setting devices up.
    case connect(ConnectPurpose)
    /// One device.
    case device(DeviceID)
    /// The settings.
    case settings
    /// The activity log.
    case activity
}

/// What a person opened the set-up for.
public enum ConnectPurpose: Hashable, Sendable {
    /// To add a device. The topic is what JSON devices are steered under where their kind says nothing; `nil` for the one that
    /// the person types.
    case add(topic: String?)
    /// To give a listed device another Wi-Fi.
    case again(DeviceID)
    /// To have a listed device forget its Wi-Fi.
    case forget(DeviceID)
}
