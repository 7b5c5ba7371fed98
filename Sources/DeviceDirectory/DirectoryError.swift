public import ProvisioningProtocols
public import Runtime

/// Why a directory could not do something, for a program to decide on and for a person to read. Nothing that was confirmed
/// before is lost by any of them.
public struct DirectoryError: ExplainedError, Hashable {
    /// The kinds of failure. An open set.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, stable.
        public let rawValue: String

        /// The kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No device or category of this name or identifier is listed.
        public static var notFound: Code { Code(rawValue: "notFound") }
        /// A device of this identifier, or a category of this name, is listed already.
        public static var alreadyListed: Code { Code(rawValue: "alreadyListed") }
        /// A name, topic or other value cannot be used.
        public static var invalidValue: Code { Code(rawValue: "invalidValue") }
        /// What was to be imported cannot be read.
        public static var unreadableImport: Code { Code(rawValue: "unreadableImport") }
        /// The store is damaged; it was left as it is.
        public static var damaged: Code { Code(rawValue: "damaged") }
        /// A newer version of this program made the store; it was left as it is.
        public static var newerVersion: Code { Code(rawValue: "newerVersion") }
        /// There is no room on the disk, or in the limits of its owner.
        public static var diskFull: Code { Code(rawValue: "diskFull") }
        /// This program may not read or write the store.
        public static var notPermitted: Code { Code(rawValue: "notPermitted") }
        /// Another process held the store for too long.
        public static var busy: Code { Code(rawValue: "busy") }
        /// The library that reads the store is not on this machine, or is not one that can be used.
        public static var libraryMissing: Code { Code(rawValue: "libraryMissing") }
        /// The disk, or whatever holds the store, reported a fault.
        public static var storageFailed: Code { Code(rawValue: "storageFailed") }
    }

    /// Whose fault a failure is.
    public enum Fault: String, Hashable, Sendable {
        /// What was asked for cannot be done.
        case caller
        /// What is stored, or what was brought, is not as it should be.
        case data
        /// This machine: its disk, its permissions, its other processes.
        case system
    }

    /// What kind of failure it is.
    public let code: Code
    /// Whose fault it is.
    public let fault: Fault
    /// What failed, a whole sentence.
    public let summary: String
    /// What the state is now, a whole sentence.
    public let state: String
    /// What to do next, a whole sentence.
    public let advice: String

    /// A failure of these facts.
    public init(_ code: Code, fault: Fault, summary: String, state: String, advice: String) {
        self.code = code
        self.fault = fault
        self.summary = summary
        self.state = state
        self.advice = advice
    }
}

extension DirectoryError {
    private static let unchanged = "The directory is as it was."

    /// No such device is listed.
    public static func notFound(_ id: DeviceID) -> DirectoryError {
        DirectoryError(
            .notFound, fault: .caller, summary: "No device \(id) is listed.", state: unchanged,
            advice: "Look at the list, or add the device.")
    }

    /// No such category is listed.
    public static func notFound(category: String) -> DirectoryError {
        DirectoryError(
            .notFound, fault: .caller, summary: "There is no category \"\(category)\".", state: unchanged,
            advice: "Look at the list of categories (`gangway devices categories`), or add it.")
    }

    /// The device is listed already.
    public static func alreadyListed(_ id: DeviceID, name: String) -> DirectoryError {
        DirectoryError(
            .alreadyListed, fault: .caller, summary: "The device \(id) is listed already, as \"\(name)\".",
            state: unchanged, advice: "Change that entry, or remove it first.")
    }

    /// The category is there already.
    public static func alreadyListed(category: String) -> DirectoryError {
        DirectoryError(
            .alreadyListed, fault: .caller, summary: "There is a category \"\(category)\" already.", state: unchanged,
            advice: "Take another name.")
    }

    /// A value cannot be used; `what` is a whole sentence.
    public static func invalidValue(_ what: String) -> DirectoryError {
        DirectoryError(
            .invalidValue, fault: .caller, summary: what, state: unchanged, advice: "Correct it and try again.")
    }

    /// A text that was to be imported cannot be read; `what` says why, with the line.
    public static func unreadableImport(_ what: String) -> DirectoryError {
        DirectoryError(
            .unreadableImport, fault: .data, summary: "The list cannot be imported: \(what).", state: unchanged,
            advice: "Correct that place, or export the list anew.")
    }
}
