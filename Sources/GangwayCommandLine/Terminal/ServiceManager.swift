#if canImport(CSystemd)
    import CSystemd
#endif

/// Tells systemd about the state of this service, where systemd started it.
func notifyServiceManager(_ state: String) {
    #if canImport(CSystemd)
        sd_notify(0, state)
    #endif
}
