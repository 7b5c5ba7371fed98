import Foundation

/// The pages and sources of this project, as tests read them.
enum ProjectPages {
    /// The project's folder.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        .standardized

    /// What the file at `path` below it holds.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// What Docs/CommandLine.md and the pages below it hold, together.
    static func commandLine() throws -> String {
        try markdown().filter { $0.hasPrefix("Docs/CommandLine") }.map(text).joined(separator: "\n")
    }

    /// The paths of README and of the pages in Docs.
    static func markdown() throws -> [String] {
        let docs = root.appendingPathComponent("Docs").path
        let pages = try FileManager.default.subpathsOfDirectory(atPath: docs).filter { $0.hasSuffix(".md") }
        return ["README.md"] + pages.sorted().map { "Docs/" + $0 }
    }
}
