import Runtime
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

    /// Why `what`, the vault or its key, cannot be read.
    static func reading(_ what: String, _ fault: WholeFile.Fault) -> VaultError {
        switch fault {
        case .system(let number): system("\(what) cannot be read", number)
        case .notPlain, .tooLong: damaged("\(what) is not a file, or too long for one")
        case .link:
            VaultError(
                .notPermitted, fault: .system,
                summary: "\(what) is a link, which is not followed: whoever may change the link could give another.",
                state: "The vault is not used.",
                advice:
                    "Move the file itself to that place, for its owner alone; a service manager hands a key over with "
                    + "LoadCredential=.")
        }
    }

    static func system(_ what: String, _ number: Int32) -> VaultError {
        let isFull = [ENOSPC, EDQUOT, EFBIG].contains(number)
        let isForbidden = isForbidden(number) || [ENOTDIR, ELOOP].contains(number)
        return VaultError(
            isFull ? .diskFull : isForbidden ? .notPermitted : .storageFailed, fault: .system,
            summary: "\(what): \(systemText(number)).", state: "The vault is as it was.",
            advice: isFull
                ? "Make room on that disk, then try again."
                : "Give this program's user access to that place, or name another one.")
    }
}

extension WholeFile.Fault {
    /// The system's number of it; one for what no write ends with.
    var number: Int32 { if case .system(let number) = self { number } else { EIO } }
}
