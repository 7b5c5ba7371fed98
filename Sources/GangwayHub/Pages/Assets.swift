import HubAssets
import WebServer

/// The files of the page, which are part of the program.
struct Assets: Sendable {
    private struct File {
        let type: String
        let bytes: [UInt8]
        let tag: String
    }

    private let files: [String: File]

    init() {
        func file(_ type: String, _ bytes: [UInt8]) -> File {
            File(
                type: type, bytes: bytes,
                tag: "\"" + AccessKey.hash(String(decoding: bytes, as: UTF8.self)).prefix(24) + "\"")
        }
        let page = file("text/html; charset=utf-8", HubAssets.page)
        var files = [
            "/": page,
            "/app.css": file("text/css; charset=utf-8", HubAssets.style),
            "/icon.svg": file("image/svg+xml", HubAssets.icon),
            "/manifest.webmanifest": file("application/manifest+json", HubAssets.manifest),
        ]
        for (name, script) in HubAssets.scripts { files["/" + name] = file("text/javascript; charset=utf-8", script) }
        self.files = files
    }

    /// The file that is asked for; `nil` where there is none of that name.
    func answer(_ request: WebRequest) -> WebResponse? {
        guard let file = files[request.path] else { return nil }
        let fields = [("ETag", file.tag), ("Cache-Control", "no-cache")]
        if request.value("If-None-Match") == file.tag { return WebResponse(304, fields: fields) }
        return WebResponse(200, fields: fields + [("Content-Type", file.type)], body: .bytes(file.bytes))
    }
}
