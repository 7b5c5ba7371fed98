import CredentialVault
import Glibc

extension VaultError {
    private static let asItIs = "It was left as it is, and nothing was written over it."

    static func exposed(_ what: String, _ mend: String) -> VaultError {
        VaultError(
            .exposed, fault: .system, summary: what, state: "The vault is not used.",
            advice:
                "Run `\(mend)`; if others may have read the key, move key and vault away and enter the secrets anew.")
    }

    static func damaged(_ what: String) -> VaultError {
        VaultError(
            .damaged, fault: .data, summary: "\(what).", state: asItIs,
            advice: "Put a copy in its place, or move it away and enter the secrets anew.")
    }

    static func keyMissing(_ path: String) -> VaultError {
        VaultError(
            .keyMissing, fault: .data, summary: "The vault's key \(path) is missing.", state: "The vault is not used.",
            advice:
                "Put the key back (a service needs LoadCredential= or LoadCredentialEncrypted= for it), or move the "
                + "vault away and enter the secrets anew.")
    }

    static func wrongKey(_ path: String) -> VaultError {
        VaultError(
            .wrongKey, fault: .data, summary: "The vault \(path) was sealed with another key.", state: asItIs,
            advice: "Put back the key that belongs to it, or move the vault away and enter the secrets anew.")
    }

    static func newerVersion(_ path: String) -> VaultError {
        VaultError(
            .newerVersion, fault: .data, summary: "A newer version of this program made the vault \(path).",
            state: asItIs, advice: "Update this program.")
    }

    static var full: VaultError {
        VaultError(
            .tooLarge, fault: .caller, summary: "The vault would become longer than \(Sealing.maximumLength) bytes.",
            state: "The vault is as it was.", advice: "Forget secrets that are not needed.")
    }

    static var noCryptography: VaultError {
        VaultError(
            .storageFailed, fault: .system, summary: "libsodium could not be made ready.",
            state: "The vault is not used.", advice: "Check that the system gives random numbers (/dev/urandom).")
    }

    static func busy(_ path: String) -> VaultError {
        VaultError(
            .storageFailed, fault: .system, summary: "Another program holds the vault \(path).",
            state: "The vault is as it was.", advice: "End the other program, or wait for it, then try again.")
    }

    static func system(_ what: String, _ number: Int32) -> VaultError {
        let isFull = [ENOSPC, EDQUOT, EFBIG].contains(number)
        let isForbidden = [EACCES, EPERM, EROFS, ENOTDIR, ELOOP].contains(number)
        return VaultError(
            isFull ? .diskFull : isForbidden ? .notPermitted : .storageFailed, fault: .system,
            summary: "\(what): \(text(number)).", state: "The vault is as it was.",
            advice: isFull
                ? "Make room on that disk, then try again."
                : "Give this program's user access to that place, or name another one.")
    }

    private static func text(_ number: Int32) -> String {
        var text = [CChar](repeating: 0, count: 128)
        guard strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
