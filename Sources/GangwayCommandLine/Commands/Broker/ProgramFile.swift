import ChildPrograms

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where programs and what belongs to them lie.
enum ProgramFile {
    /// The example of a simulated station's networks: where `make install` puts it, or else in the project's folder, in whose
    /// .build this program was built; `nil` where it is in neither.
    static func example(from folder: String? = ownFolder) -> String? {
        guard let folder else { return nil }
        let places = ["/../share/doc/gangway", "/../../.."].map { folder + $0 + "/Examples/barn.json" }
        guard let place = places.first(where: { access($0, R_OK) == 0 }), let real = realpath(place, nil) else {
            return nil
        }
        defer { free(real) }
        return String(cString: real)
    }

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
