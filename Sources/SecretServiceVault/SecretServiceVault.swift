import CSecret
public import CredentialVault
import ProvisioningProtocols
public import Runtime

/// Secrets in the Secret Service of the person's session (freedesktop.org's Secret Service API), through libsecret: GNOME's
/// keyring, KWallet, KeePassXC.
///
/// They are in the collection that the service calls its default, each with the attributes `kind` and `name`; items of other
/// programs are never touched. A locked collection is unlocked by the service, which asks the person; that may take until the
/// limit. Programs of the same session can read what is unlocked.
///
/// libsecret is loaded with the first call: who chose another vault needs none.
public actor SecretServiceVault: CredentialVault {
    /// A queue of its own, since libsecret blocks.
    nonisolated let executor = QueueExecutor(label: "gangway.secret-service")
    /// What the actor runs on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let limit: UInt32
    private let time: any TimeSource

    /// The vault of this session. A call takes at most `limit` milliseconds, in which a person may be asked to unlock it.
    public init(limit: UInt32 = 60_000, time: any TimeSource = SystemTime.shared) {
        self.limit = limit
        self.time = time
    }

    /// Loads libsecret, unless it is; the first call does it by itself.
    /// - Throws: `libraryMissing`.
    public static func loadLibrary() throws(VaultError) {
        if let why = gangway_open_secret() { throw .libraryMissing(String(cString: why)) }
    }

    /// The secret of this name; `nil` where none is kept.
    public func secret(_ name: SecretName) throws(VaultError) -> Secret? {
        let attributes = try Attributes(name)
        guard
            let value = try call({ cancellable, error in
                secret_password_lookupv_binary_sync(gangway_schema(), attributes.table, cancellable, error)
            })
        else { return nil }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        var count = 0
        let bytes = secret_value_get(value, &count)
        let wanted = max(0, count)
        let secret = Secret(capacity: wanted) { memory in
            guard let bytes, memory.count == wanted else { return 0 }
            memory.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: wanted))
            return wanted
        }
        guard secret.count == wanted else { throw .noMemoryForSecret }
        return secret
    }

    /// Keeps a secret, in the place of one that was kept so before.
    public func keep(_ secret: consuming Secret, as name: SecretName) throws(VaultError) {
        guard secret.count <= Secret.maximumLength else { throw .secretTooLong }
        let attributes = try Attributes(name)
        let value = secret.withBytes { bytes in
            secret_value_new(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, "text/plain")
        }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        _ = try call { cancellable, error in
            secret_password_storev_binary_sync(
                gangway_schema(), attributes.table, nil, "Gangway: \(name.label)", value, cancellable, error)
        }
    }

    /// Forgets the secret of this name; whether there was one.
    @discardableResult
    public func forget(_ name: SecretName) throws(VaultError) -> Bool {
        let attributes = try Attributes(name)
        return try call { cancellable, error in
            secret_password_clearv_sync(gangway_schema(), attributes.table, cancellable, error)
        } != 0
    }

    /// The names under which secrets are kept.
    public func names() throws(VaultError) -> [SecretName] {
        let attributes = try Attributes(nil)
        let list = try call { cancellable, error in
            secret_password_searchv_sync(
                gangway_schema(), attributes.table, Int32(gangway_search_all), cancellable, error)
        }
        defer { g_list_free_full(list) { g_object_unref($0) } }
        var names: [SecretName] = []
        var node = list
        while let item = node {
            if let name = Attributes.name(of: item.pointee.data) { names.append(name) }
            node = item.pointee.next
        }
        return names
    }

    /// Makes one call of libsecret, which is cancelled at the limit.
    private func call<Result>(
        _ body: (
            OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
        ) -> Result
    ) throws(VaultError) -> Result {
        let end = CallEnd()
        let timer = time.schedule(at: time.now + limit) { end.cancel() }
        defer { time.cancel(timer) }
        var error: UnsafeMutablePointer<GError>?
        let result = body(end.cancellable, &error)
        guard let error else { return result }
        defer { g_error_free(error) }
        throw VaultError(error.pointee)
    }
}

/// What ends a call that takes too long.
private final class CallEnd: @unchecked Sendable {  // a GCancellable may be cancelled from any thread (GIO's manual)
    let cancellable = g_cancellable_new()

    func cancel() { g_cancellable_cancel(cancellable) }

    deinit { g_object_unref(cancellable.map { UnsafeMutableRawPointer($0) }) }
}

/// The attributes that tell an item: those of a name, or none.
private final class Attributes {
    let table: OpaquePointer?

    /// Loads libsecret too, whose functions are then there.
    init(_ name: SecretName?) throws(VaultError) {
        do throws(VaultError) { try SecretServiceVault.loadLibrary() } catch {
            table = nil
            throw error
        }
        table = g_hash_table_new_full(
            { g_str_hash($0) }, { g_str_equal($0, $1) }, { g_free($0) }, { g_free($0) })
        guard let name else { return }
        for (key, value) in [("kind", name.kind.rawValue), ("name", name.label)] {
            g_hash_table_insert(table, g_strdup(key), g_strdup(value))
        }
    }

    deinit {
        // Where libsecret could not be loaded there is none.
        if let table { g_hash_table_unref(table) }
    }

    /// The name that an item has.
    static func name(of item: UnsafeMutableRawPointer?) -> SecretName? {
        guard let item, let table = secret_retrievable_get_attributes(item) else { return nil }
        defer { g_hash_table_unref(table) }
        func text(_ key: String) -> String? {
            guard let value = key.withCString({ g_hash_table_lookup(table, $0) }) else { return nil }
            return String(cString: value.assumingMemoryBound(to: CChar.self))
        }
        guard let kind = text("kind"), let label = text("name") else { return nil }
        return SecretName(SecretName.Kind(rawValue: kind), label)
    }
}

extension VaultError {
    fileprivate static func libraryMissing(_ why: String) -> VaultError {
        VaultError(
            .libraryMissing, fault: .system, summary: "libsecret cannot be loaded: \(why).",
            state: "Nothing was read or changed.",
            advice: "Install it (on Debian: apt-get install libsecret-1-0), or choose the vault in a sealed file.")
    }

    /// What libsecret said. Its messages hold no secret.
    fileprivate init(_ error: GError) {
        let message = error.message.map { String(cString: $0) } ?? "no reason given"
        let isOfSecrets = error.domain == secret_error_get_quark()
        let isOfIO = error.domain == g_io_error_quark()
        let isOfBus = error.domain == g_dbus_error_quark() || isOfIO
        let isCancelled = isOfIO && error.code == Int32(gangway_io_cancelled)
        let locked = [gangway_is_locked, gangway_no_such_object].map { Int32($0) }
        if isCancelled || isOfSecrets && locked.contains(error.code) || message.contains("/collection/") {
            self.init(
                .locked, fault: .system, summary: "The Secret Service is locked, or has no collection yet: \(message).",
                state: "Nothing was read or changed.",
                advice:
                    "Unlock it (log in at the desktop, or open its password manager), then try again; or choose the vault "
                    + "in a sealed file.")
        } else if isOfBus {
            self.init(
                .serviceUnavailable, fault: .system, summary: "The Secret Service does not answer: \(message).",
                state: "Nothing was read or changed.",
                advice:
                    "Start one (gnome-keyring, KWallet, KeePassXC) in this session, or choose the vault in a sealed file."
            )
        } else {
            self.init(
                .storageFailed, fault: .system, summary: "The Secret Service reported a fault: \(message).",
                state: "Nothing was confirmed.", advice: "Look at its own messages, then try again.")
        }
    }
}
