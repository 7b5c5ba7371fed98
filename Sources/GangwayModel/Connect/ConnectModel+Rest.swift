// A person who went away without a word: the device and the radio are others' to use meanwhile, and the screen stays.
extension ConnectModel {
    /// Ends the search or the link while nobody looks, and keeps all that is filled in. ``resume()`` goes on.
    ///
    /// `false` while a device joins or forgets its network: that is seen to its end, and this has to be asked again.
    public func rest() -> Bool {
        switch stage {
        case .joining, .forgetting: return false
        case .connecting: cancel()
        case .devices, .networks, .credentials, .result: break
        }
        stopScanning()
        stopAsking()
        drop()
        isResting = true
        return true
    }

    /// Goes on where ``rest()`` stopped: looks for devices again, or links the device again to see its networks. At the
    /// passphrase the next try makes the link.
    public func resume() {
        guard isResting else { return }
        isResting = false
        switch stage {
        case .devices: scan()
        case .networks: connectFirst()
        case .connecting, .credentials, .joining, .forgetting, .result: break
        }
    }
}
