import CSecretMemory

/// Wipes the processor's vector registers, after something that is not ours has copied or measured a secret.
///
/// It leaves a piece of it in them, and the dynamic linker puts them on the stack when it looks for a function that is called
/// for the first time. ``SecretBytes`` and ``SecretBuffer`` do so by themselves.
public func wipeRegisters() { gangway_wipe_registers() }
