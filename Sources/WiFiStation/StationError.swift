/// Why a station could not do something. A join that was tried and failed is not one: that is a ``StationEvent``.
public struct StationError: Error, Hashable, Sendable {
    /// The kinds of failure. An open set.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, stable.
        public let rawValue: String

        /// The kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// This machine has no Wi-Fi interface, or not the one asked for.
        public static var noInterface: Code { Code(rawValue: "noInterface") }
        /// The service that manages Wi-Fi does not run, or ended.
        public static var serviceUnavailable: Code { Code(rawValue: "serviceUnavailable") }
        /// Wi-Fi is switched off or blocked.
        public static var poweredOff: Code { Code(rawValue: "poweredOff") }
        /// This program may not manage Wi-Fi.
        public static var notPermitted: Code { Code(rawValue: "notPermitted") }
        /// The scan failed and nothing is known.
        public static var scanFailed: Code { Code(rawValue: "scanFailed") }
        /// The credentials could not be stored (disk full, read-only); what was stored before is intact.
        public static var storageFailed: Code { Code(rawValue: "storageFailed") }
        /// The credentials cannot be used (length, security); nothing was stored.
        public static var invalidCredentials: Code { Code(rawValue: "invalidCredentials") }
        /// The limit passed.
        public static var timedOut: Code { Code(rawValue: "timedOut") }
        /// The calling task was cancelled.
        public static var cancelled: Code { Code(rawValue: "cancelled") }
        /// Something else, which `detail` tells.
        public static var failed: Code { Code(rawValue: "failed") }
    }

    /// What kind of failure it is.
    public let code: Code
    /// What the platform said; never a secret.
    public let detail: String

    /// A failure of this kind.
    public init(_ code: Code, _ detail: String = "") {
        self.code = code
        self.detail = detail
    }
}
