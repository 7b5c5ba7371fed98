extension DeviceDirectory {
    /// All that the directory holds, as a JSON text that ``importJSON(_:_:)`` reads.
    public func exportJSON() async throws(DirectoryError) -> [UInt8] { try await contents().json() }

    /// Takes the devices of a JSON text into the list; which texts are read, ``DirectoryContents/init(json:)`` tells.
    /// - Throws: `unreadableImport`, `newerVersion`, or a failure of the store.
    @discardableResult
    public func importJSON(
        _ bytes: [UInt8], _ policy: MergePolicy = .keepListed
    ) async throws(DirectoryError) -> MergeSummary {
        let contents = try DirectoryContents(json: bytes)
        var summary = try await merge(contents, policy)
        summary.refused = contents.refused + summary.refused
        return summary
    }
}
