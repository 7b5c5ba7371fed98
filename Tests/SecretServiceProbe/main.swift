// Holds the vault of the Secret Service to the contract of `CredentialVault`, on the session bus of its environment: libsecret
// knows one bus a process, so that a test starts this with a bus of its own.
//
//     SecretServiceProbe LIMIT contract | keep NAME SECRET | show NAME
//
// LIMIT is how many milliseconds a call may take.

import CredentialVault
import CredentialVaultContract
import Glibc
import SecretServiceVault

func name(_ label: String) throws -> SecretName {
    guard let name = SecretName(.broker, label) else { exit(2) }
    return name
}

let arguments = Array(CommandLine.arguments.dropFirst(2))
guard CommandLine.arguments.count > 2, let limit = UInt32(CommandLine.arguments[1]) else { exit(2) }
let vault = SecretServiceVault(limit: limit)
do {
    switch arguments.first {
    case "contract":
        for contract in VaultContractCase.all {
            for name in try await vault.names() { try await vault.forget(name) }
            do {
                try await contract.run(vault)
                print("passed: \(contract)")
            } catch {
                print("failed: \(contract): \(error)")
            }
        }
    case "keep" where arguments.count == 3:
        guard let secret = Secret(arguments[2]) else { exit(2) }
        try await vault.keep(secret, as: try name(arguments[1]))
        print("kept")
    case "show" where arguments.count == 2:
        guard let secret = try await vault.secret(try name(arguments[1])) else {
            print("none")
            exit(0)
        }
        print(secret.withBytes { String(decoding: $0, as: UTF8.self) })
    default: exit(2)
    }
} catch let error as VaultError {
    print("error \(error.code.rawValue): \(error)")
}
