import Runtime
import JSONText
import MessageBroker

extension BrokerFile {
    /// Writes the file at `path`, for its owner alone, in the place of one that is there; a power cut leaves the old or the
    /// new one. Files in its own folder are named relative to it, so that the folder can be moved.
    /// - Throws: `unwritable`.
    public func write(to path: String) throws(ControlFileError) {
        try SmallFile.replace(path, with: json(in: WholeFile(path).folder))
    }

    /// The text of the file, in `folder`.
    func json(in folder: String) -> [UInt8] {
        func relative(_ path: String) -> String {
            path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.newLine()
        writer.beginArray("addresses")
        for address in addresses { writer.write(address.description) }
        writer.endArray()
        writer.newLine()
        write(tls, to: &writer, relative)
        if let user { writer.member(user, "user") }
        if let passwordFile { writer.member(relative(passwordFile), "passwordFile") }
        if vault != .file { writer.member(vault.rawValue, "vault") }
        if let clientID { writer.member(clientID, "clientID") }
        if version == .v5 { writer.member("5", "version") }
        if keepAlive != 60 {
            writer.newLine()
            writer.write(keepAlive, "keepAlive")
        }
        if listening != .topics { writer.member(listening.rawValue, "listen") }
        writer.newLine(endsText: true)
        writer.endObject()
        writer.newLine(endsText: true)
        return writer.bytes
    }

    private func write(_ tls: TLSSettings?, to writer: inout JSONWriter, _ relative: (String) -> String) {
        guard let tls else { return writer.write("none", "tls") }
        writer.beginObject("tls")
        if case .file(let path) = tls.authorities { writer.write(relative(path), "authorities") }
        if let certificate = tls.clientCertificate {
            writer.write(relative(certificate.certificate), "certificate")
            writer.write(relative(certificate.key), "key")
        }
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ text: String, _ key: String) {
        newLine()
        write(text, key)
    }
}
