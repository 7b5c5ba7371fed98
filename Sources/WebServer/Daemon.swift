import CMicroHTTPD

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Starts the library's thread over `core`, which has to live as long.
func startDaemon(_ core: ServerCore) throws(WebServerError) -> OpaquePointer {
    let settings = core.settings
    guard let address = SocketAddress(settings.address, port: settings.port) else {
        throw WebServerError(
            code: .invalidAddress, summary: "\(settings.address) is not an address in numbers.",
            advice: "Write it as 127.0.0.1 or [::1].")
    }
    // Tried first, because the library does not tell why it could not listen.
    try address.check()
    var flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    if address.isSix { flags |= MHD_USE_DUAL_STACK.rawValue }
    var texts: [UnsafeMutablePointer<CChar>?] = []
    defer { for text in texts { free(text) } }
    func text(_ bytes: [UInt8]) -> OpaquePointer? {
        let made = strdup(String(decoding: bytes, as: UTF8.self))
        texts.append(made)
        return made.map { OpaquePointer($0) }
    }
    let completed: MHD_RequestCompletedCallback = requestCompleted
    let notified: MHD_NotifyConnectionCallback = connectionNotified
    let unescape: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int =
        gangway_unescape
    let own = Unmanaged.passUnretained(core).toOpaque()
    return try address.withPointer { (pointer) throws(WebServerError) in
        var options: [any CVarArg] = [
            Int32(MHD_OPTION.SOCK_ADDR.rawValue), OpaquePointer(pointer),
            Int32(MHD_OPTION.NOTIFY_COMPLETED.rawValue), unsafeBitCast(completed, to: OpaquePointer.self),
            OpaquePointer(own),
            Int32(MHD_OPTION.NOTIFY_CONNECTION.rawValue), unsafeBitCast(notified, to: OpaquePointer.self),
            OpaquePointer(own),
            Int32(MHD_OPTION.UNESCAPE_CALLBACK.rawValue), unsafeBitCast(unescape, to: OpaquePointer.self),
            OpaquePointer(own),
            Int32(MHD_OPTION.CONNECTION_LIMIT.rawValue), settings.maximumConnections,
            Int32(MHD_OPTION.PER_IP_CONNECTION_LIMIT.rawValue), settings.maximumConnectionsOfAddress,
            Int32(MHD_OPTION.CONNECTION_MEMORY_LIMIT.rawValue), settings.maximumHeader,
            Int32(MHD_OPTION.CONNECTION_TIMEOUT.rawValue), UInt32(max(1, settings.patience / 1000)),
            Int32(MHD_OPTION.STRICT_FOR_CLIENT.rawValue), Int32(1),
        ]
        if let tls = settings.tls, let certificates = text(tls.certificates), let key = text(tls.key) {
            flags |= MHD_USE_TLS.rawValue
            options += [
                Int32(MHD_OPTION.HTTPS_MEM_CERT.rawValue), certificates, Int32(MHD_OPTION.HTTPS_MEM_KEY.rawValue), key,
            ]
        }
        options.append(Int32(MHD_OPTION.END.rawValue))
        let daemon = withVaList(options) {
            MHD_start_daemon_va(flags, settings.port, nil, nil, accessRequest, own, $0)
        }
        if let daemon { return daemon }
        guard settings.tls == nil else {
            throw WebServerError(
                code: .invalidCertificate, summary: "The certificate or its key cannot be used.",
                advice: "Give both as PEM, the key unencrypted and belonging to the first certificate.")
        }
        throw WebServerError(
            code: .failed, summary: "The server could not be started.", advice: "The system's limits may be reached.")
    }
}

private func core(_ memory: UnsafeMutableRawPointer?) -> ServerCore? {
    memory.map { Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
}

private func accessRequest(
    _ memory: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _ bytes: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<Int>?, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let core = core(memory), let connection, let count, let context else { return .NO }
    guard let kept = context.pointee else {
        let head = requestHead(connection, url: url, method: method, isSecure: core.settings.tls != nil)
        let exchange = Exchange(core, connection, head: head)
        context.pointee = Unmanaged.passRetained(exchange).toOpaque()
        guard let refusal = exchange.refusal() else { return .YES }
        core.owes(connection, false)
        return exchange.send(refusal)
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(kept).takeUnretainedValue()
    if count.pointee > 0 {
        let isTaken = exchange.take(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
        count.pointee = 0
        return isTaken ? .YES : .NO
    }
    core.owes(connection, false)
    return exchange.proceed()
}

private func requestCompleted(
    _ memory: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _: MHD_RequestTerminationCode
) {
    guard let core = core(memory), let connection, let context else { return }
    core.owes(connection, true)
    guard let kept = context.pointee else { return }
    context.pointee = nil
    Unmanaged<Exchange>.fromOpaque(kept).takeRetainedValue().end()
}

private func connectionNotified(
    _ memory: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ what: MHD_ConnectionNotificationCode
) {
    guard let core = core(memory), let connection else { return }
    switch what {
    case .CONNECTION_NOTIFY_STARTED:
        guard let info = gangway_connection_info(connection, .CONNECTION_INFO_CONNECTION_FD) else { return }
        core.opened(connection, info.pointee.connect_fd)
    case .CONNECTION_NOTIFY_CLOSED: core.closed(connection)
    @unknown default: break
    }
}
