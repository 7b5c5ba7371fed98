#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program that another package brings.
enum ProgramFile {
    /// Where `name` is: in a folder of `path`, or where distributions put servers.
    /// - Throws: `machineCannot`, which names the package.
    static func find(
        _ name: String, package: String, path: String? = environment("PATH")
    ) throws(CommandFailure) -> String {
        let folders =
            (path ?? "").split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin", "/usr/bin"]
        for folder in folders where folder.hasPrefix("/") {
            let file = folder + "/" + name
            if access(file, X_OK) == 0 { return file }
        }
        throw CommandFailure(
            .machineCannot, "notInstalled", fault: .system, "The program \(name) is not installed.",
            advice: "Install the package \(package): " + (geteuid() == 0 ? "" : "sudo ")
                + "apt-get install \(package)\n"
                + "Where it starts a broker of its own: " + (geteuid() == 0 ? "" : "sudo ")
                + "systemctl disable --now \(package)")
    }
}
