public import Foundation

/// documentation/corebluetooth/cberror-swift.struct
public struct CBError: CustomNSError, Hashable, Sendable {
    /// documentation/corebluetooth/cberror-swift.struct/code
    public enum Code: Int, Sendable {
        case unknown = 0
        case invalidParameters = 1
        case invalidHandle = 2
        case notConnected = 3
        case outOfSpace = 4
        case operationCancelled = 5
        case connectionTimeout = 6
        case peripheralDisconnected = 7
        case uuidNotAllowed = 8
        case alreadyAdvertising = 9
        case connectionFailed = 10
        case connectionLimitReached = 11
        case unknownDevice = 12
        case operationNotSupported = 13
        case peerRemovedPairingInformation = 14
        case encryptionTimedOut = 15
        case tooManyLEPairedDevices = 16
        case leGattExceededBackgroundNotificationLimit = 17
        case leGattNearBackgroundNotificationLimit = 18
    }

    /// documentation/corebluetooth/cberrordomain
    public static var errorDomain: String { "CBErrorDomain" }
    /// What went wrong.
    public let code: Code
    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// An error of this kind.
    public init(_ code: Code) { self.code = code }
}

/// documentation/corebluetooth/cbatterror-swift.struct
public struct CBATTError: CustomNSError, Hashable, Sendable {
    /// documentation/corebluetooth/cbatterror-swift.struct/code. An enumeration at Apple, and an imported one, which takes any
    /// number: a structure here.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number on the wire.
        public let rawValue: Int

        /// The code of this number.
        public init?(rawValue: Int) { self.rawValue = rawValue }

        private init(_ number: Int) { rawValue = number }

        /// documentation/corebluetooth/cbatterror-swift.struct/code/success
        public static var success: Code { Code(0) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/invalidhandle
        public static var invalidHandle: Code { Code(1) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/readnotpermitted
        public static var readNotPermitted: Code { Code(2) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/writenotpermitted
        public static var writeNotPermitted: Code { Code(3) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/invalidpdu
        public static var invalidPdu: Code { Code(4) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/insufficientauthentication
        public static var insufficientAuthentication: Code { Code(5) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/requestnotsupported
        public static var requestNotSupported: Code { Code(6) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/invalidoffset
        public static var invalidOffset: Code { Code(7) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/insufficientauthorization
        public static var insufficientAuthorization: Code { Code(8) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/preparequeuefull
        public static var prepareQueueFull: Code { Code(9) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/attributenotfound
        public static var attributeNotFound: Code { Code(10) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/attributenotlong
        public static var attributeNotLong: Code { Code(11) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/insufficientencryptionkeysize
        public static var insufficientEncryptionKeySize: Code { Code(12) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/invalidattributevaluelength
        public static var invalidAttributeValueLength: Code { Code(13) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/unlikelyerror
        public static var unlikelyError: Code { Code(14) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/insufficientencryption
        public static var insufficientEncryption: Code { Code(15) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/unsupportedgrouptype
        public static var unsupportedGroupType: Code { Code(16) }
        /// documentation/corebluetooth/cbatterror-swift.struct/code/insufficientresources
        public static var insufficientResources: Code { Code(17) }
    }

    /// documentation/corebluetooth/cbatterrordomain
    public static var errorDomain: String { "CBATTErrorDomain" }
    /// What went wrong.
    public let code: Code
    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// An error of this kind.
    public init(_ code: Code) { self.code = code }
}
