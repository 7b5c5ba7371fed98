import CSQLite
import DeviceDirectory
import ProvisioningProtocols

/// A compiled statement: values in by their place, from 1; columns out, from 0. Its user resets it.
struct Statement {
    private let handle: OpaquePointer
    private let connection: Connection

    init(_ handle: OpaquePointer, _ connection: Connection) {
        self.handle = handle
        self.connection = connection
    }

    // MARK: Values. Binding fails only for want of memory or a wrong place, and the step after it then says so.

    func bind(_ index: Int32, _ text: String?) {
        guard var text else {
            sqlite3_bind_null(handle, index)
            return
        }
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                _ = gangway_bind_text(handle, index, bytes.baseAddress, Int32(clamping: bytes.count))
            }
        }
    }

    func bind(_ index: Int32, _ number: Int64?) {
        if let number { sqlite3_bind_int64(handle, index, number) } else { sqlite3_bind_null(handle, index) }
    }

    func bind(_ index: Int32, _ time: WallTime?) { bind(index, time?.milliseconds) }

    func bind(_ index: Int32, _ id: DeviceID) {
        let bytes = (id.high.bigEndian, id.low.bigEndian)
        withUnsafeBytes(of: bytes) { bytes in
            _ = gangway_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count))
        }
    }

    // MARK: Running

    /// Goes on to the next row; `false` at the end.
    func step() throws(DirectoryError) -> Bool {
        let status = sqlite3_step(handle)
        switch status {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let fault = connection.fault(status)
            reset()
            throw fault.error(connection.path)
        }
    }

    /// Runs a statement that brings no row, and makes it ready for the next values.
    func run() throws(DirectoryError) {
        _ = try step()
        reset()
    }

    func reset() { sqlite3_reset(handle) }

    // MARK: Columns

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func time(_ column: Int32) -> WallTime? { optionalInteger(column).map { WallTime(milliseconds: $0) } }

    func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    func optionalText(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// The identifier in a column; `nil` where it has not sixteen bytes.
    func id(_ column: Int32) -> DeviceID? {
        guard sqlite3_column_bytes(handle, column) == 16, let bytes = sqlite3_column_blob(handle, column) else {
            return nil
        }
        return DeviceID(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}
