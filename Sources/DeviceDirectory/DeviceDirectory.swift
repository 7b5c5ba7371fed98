public import ProvisioningProtocols

/// The list of a person's devices, which lasts.
///
/// A call that returns has made its change safe: it survives a power cut. One that throws has changed nothing. Several
/// programs may share one directory; each hears of the others' changes too. Devices are told in the order in which they
/// were added, categories in the person's order.
public protocol DeviceDirectory: Sendable {
    /// Everything that is listed, and then every change of it, whoever makes it.
    func changes() async throws(DirectoryError) -> DirectoryChanges

    /// All devices, in the order in which they were added.
    func devices() async throws(DirectoryError) -> [Device]

    /// The device of this identifier; `nil` where none is listed.
    func device(_ id: DeviceID) async throws(DirectoryError) -> Device?

    /// Lists a device that is not listed yet. Its category is made, behind the others, where it is missing.
    /// - Throws: `alreadyListed`, `invalidValue`, or a failure of the store.
    func add(_ device: Device) async throws(DirectoryError)

    /// Lists a device that was set up. One that is listed already keeps the name, category and picture that the person gave,
    /// and what is kept for others; its topic, kind and provisioning are the new ones. The entry as it is then.
    /// - Throws: `invalidValue`, or a failure of the store.
    @discardableResult
    func enroll(_ device: Device) async throws(DirectoryError) -> Device

    /// Changes what a person may change of a device, all of `edits` or nothing. The entry as it is then.
    /// - Throws: `notFound`, `invalidValue`, or a failure of the store.
    @discardableResult
    func edit(_ id: DeviceID, _ edits: [DeviceEdit]) async throws(DirectoryError) -> Device

    /// Takes a device from the list, with its state and history.
    /// - Throws: `notFound`, or a failure of the store.
    func remove(_ id: DeviceID) async throws(DirectoryError)

    /// The categories, in the person's order.
    func categories() async throws(DirectoryError) -> [String]

    /// Changes the categories.
    /// - Throws: `notFound`, `alreadyListed`, `invalidValue`, or a failure of the store.
    func edit(_ edit: CategoryEdit) async throws(DirectoryError)

    /// Keeps what devices reported. How many were of devices that are listed; others are dropped.
    ///
    /// Of several reports of one device the last counts, but what is older than what is kept takes no place of it: another
    /// program may have heard the device later and have written before. A kept time that is yet to come is from before the clock
    /// was set back, and stands in no one's way. See ``Device/take(_:at:)``.
    ///
    /// A report's signal is added to the device's history, unless its newest sample is less than
    /// ``DeviceRules/sampleInterval`` away.
    ///
    /// Unlike the other changes, reports need not survive a power cut: the next report makes up for a lost one.
    @discardableResult
    func record(_ reports: [DeviceReport]) async throws(DirectoryError) -> Int

    /// Adds to a device's signal history, which keeps the newest ``DeviceRules/maximumSamples``. Lasts as reports do.
    /// - Throws: `notFound`, or a failure of the store.
    func record(_ samples: [SignalSample], of id: DeviceID) async throws(DirectoryError)

    /// A device's signal history, in the order in which the samples came; times may step back where the clock did.
    /// - Throws: `notFound`, or a failure of the store.
    func signalHistory(of id: DeviceID) async throws(DirectoryError) -> [SignalSample]

    /// All that the directory holds, as of one moment.
    func contents() async throws(DirectoryError) -> DirectoryContents

    /// Takes the devices of `contents` into the list, in one step. Nothing is ever removed, so that an empty list changes
    /// nothing. Entries that cannot be used are left out and named in the summary.
    func merge(_ contents: DirectoryContents, _ policy: MergePolicy) async throws(DirectoryError) -> MergeSummary
}
