import DBus
import WiFiStation

extension StationError {
    /// What went wrong with a call to NetworkManager.
    init(_ error: DBusError) {
        let code: Code =
            if error.isCancelled {
                .cancelled
            } else if error.isTimeout {
                .timedOut
            } else if error.isDisconnected || error.isServiceUnknown {
                .serviceUnavailable
            } else if error.isAccessDenied || error.name.hasSuffix(".PermissionDenied") {
                .notPermitted
            } else {
                .failed
            }
        self.init(code, error.description)
    }

    /// What went wrong with storing a profile. NetworkManager names a full or read-only disk differently for a new
    /// profile (`Settings.Failed`) and for a changed one (`Settings.InvalidConnection`); what it says of the settings
    /// themselves begins with `Settings.Connection`.
    init(storing error: DBusError) {
        let general = StationError(error)
        guard general.code == .failed else {
            self = general
            return
        }
        let isAboutSettings = error.name.hasPrefix("\(NetworkManagerName.profile).")
        self.init(isAboutSettings ? .invalidCredentials : .storageFailed, error.description)
    }
}
