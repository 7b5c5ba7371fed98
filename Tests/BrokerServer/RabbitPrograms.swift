import Foundation

/// Where RabbitMQ and its Erlang are: installed, or unpacked by `scripts/bootstrap`.
struct RabbitPrograms {
    /// The script that starts a node.
    let server: String
    /// Erlang's programs.
    let erlang: String
    /// The folder of the parts that it is made of.
    var parts: URL {
        let script = URL(filePath: server).resolvingSymlinksInPath()
        return script.deletingLastPathComponent().deletingLastPathComponent().appending(path: "plugins")
    }
    /// The register of nodes.
    var epmd: String { "\(erlang)/epmd" }

    /// `nil` where they are not there.
    init?() {
        for root in [URL(filePath: "/usr"), unpackedPrograms] {
            let (server, erlang) = (
                root.appending(path: "lib/rabbitmq/bin/rabbitmq-server").path,
                root.appending(path: "lib/erlang/bin").path
            )
            if [server, "\(erlang)/erl"].allSatisfy(FileManager.default.isExecutableFile(atPath:)) {
                (self.server, self.erlang) = (server, erlang)
                return
            }
        }
        return nil
    }
}
