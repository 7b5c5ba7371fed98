public import CredentialVault

/// One thing that every back end of `CredentialVault` does, as a run that throws where it does not.
public struct VaultContractCase: Sendable, CustomStringConvertible {
    /// What is claimed.
    public let description: String
    /// Holds the claim to a vault that is empty.
    public let run: @Sendable (any CredentialVault) async throws -> Void

    /// All of them.
    public static let all: [VaultContractCase] = [
        VaultContractCase(description: "It is empty at first") { vault in
            try claim(try await vault.names().isEmpty, "there are names")
            try await hold(vault, "anything", nil)
            try claim(try await !vault.forget(try name("anything")), "something was forgotten")
        },
        VaultContractCase(description: "Secrets come back byte for byte, each under its own name") { vault in
            let secrets: [(String, [UInt8])] = [
                ("user@broker:8883", Array("hunter2 é \" \\ ' \n".utf8)), ("empty", []), ("binary", Array(0...255)),
                ("ü@host", Array(repeating: 7, count: Secret.maximumLength)),
            ]
            for (label, bytes) in secrets { try await keep(vault, label, bytes) }
            for (label, bytes) in secrets { try await hold(vault, label, bytes) }
            try await hold(vault, "empt", nil)
            let names = Set(try await vault.names().map(\.label))
            try claim(names == Set(secrets.map(\.0)), "the names are \(names)")
        },
        VaultContractCase(description: "A secret that is kept again takes the place of the old one, and of no other") {
            vault in
            try await keep(vault, "a", [1])
            try await keep(vault, "b", [2])
            try await keep(vault, "a", [3, 4])
            try await hold(vault, "a", [3, 4])
            try await hold(vault, "b", [2])
            try claim(try await vault.names().count == 2, "one is there twice")
        },
        VaultContractCase(description: "One label of two kinds names two secrets") { vault in
            guard let network = SecretName(.network, "Barn") else { throw violation("a name is refused") }
            try await vault.keep(try secret([9]), as: network)
            try await keep(vault, "Barn", [8])
            try await hold(vault, "Barn", [8])
            let kept = try await vault.secret(network)
            try claim(bytes(kept) == [9], "the network's secret is another")
        },
        VaultContractCase(description: "A secret that was forgotten is gone, and the others stay") { vault in
            for (label, byte) in [("a", 1), ("b", 2), ("c", 3)] as [(String, UInt8)] {
                try await keep(vault, label, [byte])
            }
            try claim(try await vault.forget(try name("b")), "it was not there")
            try claim(try await !vault.forget(try name("b")), "it was there twice")
            try await hold(vault, "a", [1])
            try await hold(vault, "b", nil)
            try await hold(vault, "c", [3])
        },
    ]
}

/// What a vault did that the contract does not allow.
public struct VaultContractViolation: Error, CustomStringConvertible {
    /// What was claimed, and what came instead.
    public let description: String
}

private func violation(_ text: String) -> VaultContractViolation { VaultContractViolation(description: text) }

private func claim(_ holds: Bool, _ text: @autoclosure () -> String) throws {
    if !holds { throw violation(text()) }
}

private func name(_ label: String) throws -> SecretName {
    guard let name = SecretName(.broker, label) else { throw violation("the name \(label) is refused") }
    return name
}

private func secret(_ bytes: [UInt8]) throws -> Secret {
    guard let secret = Secret(bytes.span) else { throw violation("a secret is refused") }
    return secret
}

private func bytes(_ secret: borrowing Secret?) -> [UInt8]? {
    switch secret {
    case .some(let secret): secret.withBytes { Array($0) }
    case .none: nil
    }
}

private func keep(_ vault: any CredentialVault, _ label: String, _ bytes: [UInt8]) async throws {
    try await vault.keep(try secret(bytes), as: try name(label))
}

private func hold(_ vault: any CredentialVault, _ label: String, _ expected: [UInt8]?) async throws {
    let kept = try await vault.secret(try name(label))
    let found = bytes(kept)
    try claim(found == expected, "under \(label) are \(String(describing: found)), not \(String(describing: expected))")
}
