extension VaultError {
    /// A secret that no vault keeps.
    public static var secretTooLong: VaultError {
        VaultError(
            .tooLarge, fault: .caller, summary: "A secret of more than \(Secret.maximumLength) bytes is not kept.",
            state: "The vault is as it was.", advice: "Keep a shorter one.")
    }

    /// This machine gave no memory for a secret.
    public static var noMemoryForSecret: VaultError {
        VaultError(
            .storageFailed, fault: .system, summary: "There is no memory for a secret.",
            state: "The vault is as it was.", advice: "End other programs, then try again.")
    }
}
