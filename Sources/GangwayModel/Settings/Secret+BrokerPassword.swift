public import CredentialVault
public import MessageBroker

extension Secret {
    /// A copy of a broker's password.
    public init(_ password: BrokerPassword) {
        self.init(capacity: password.count) { memory in
            password.withBytes { bytes in
                bytes.withUnsafeBytes { bytes in
                    guard bytes.count <= memory.count else { return 0 }
                    memory.copyMemory(from: bytes)
                    return bytes.count
                }
            }
        }
    }
}
