/// What a provisioning machine wants done next, and then be told of. Facts that belong to it are read from the machine.
public enum ProvisionerAction: Hashable, Sendable {
    /// Nothing until the next event or the machine's deadline.
    case wait
    /// Pair the link, then call ``ProvisioningMachine/paired(_:at:_:)``.
    case pair
    /// Subscribe to this characteristic, then call ``ProvisioningMachine/subscribed(_:_:at:_:)``.
    case subscribe(UInt8)
    /// End the subscription to this characteristic and make it anew, then call
    /// ``ProvisioningMachine/subscribed(_:_:at:_:)``.
    case resubscribe(UInt8)
    /// Read this characteristic, then call ``ProvisioningMachine/readCompleted(_:from:at:_:)`` or
    /// ``ProvisioningMachine/readFailed(_:at:_:)``.
    case read(UInt8)
    /// Write the one message in the outbox, with a response, then call ``ProvisioningMachine/writeCompleted(_:at:_:)``.
    case write
    /// End the link if there is one and connect again, then call ``ProvisioningMachine/opened(maximumLength:at:_:)`` or
    /// ``ProvisioningMachine/linkLost(at:_:)``.
    case reconnect

    /// ``ProvisioningMachine/network`` holds a network that was found.
    case networkFound
    /// The list starts anew; what was found belongs to the one before.
    case listRestarted
    /// The list has ended, as ``ProvisioningMachine/list`` says.
    case listEnded
    /// ``ProvisioningMachine/status`` holds what the device reported.
    case statusReported
    /// The status that was asked for will not come.
    case statusFailed
    /// The join has come as far as ``ProvisioningMachine/progress``.
    case joinProgressed
    /// The join has ended, as ``ProvisioningMachine/joinResult`` and the device's text say.
    case joinEnded
    /// ``ProvisioningMachine/version`` holds what the device told.
    case versionTold
    /// The version that was asked for will not come.
    case versionFailed
    /// The device was told to forget its networks, and that ended as ``ProvisioningMachine/forgetResult`` says.
    case forgetEnded
    /// ``ProvisioningMachine/diagnostic`` holds something odd that was survived.
    case diagnosed
}

/// How an operation on the link went.
public enum OperationResult: Hashable, Sendable {
    /// As asked.
    case done
    /// The peer answered with this error of the attribute protocol (Core Specification 5.4, Vol 3 Part F §3.4.1.1).
    case refused(UInt8)
    /// It failed otherwise; whether it reached the peer is not known. The link's end is told apart from it.
    case failed
}
