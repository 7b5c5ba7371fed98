// swift-tools-version: 6.2
import PackageDescription

/// A libFuzzer target. It has no main of its own, so that it links only with `-sanitize=fuzzer`: `scripts/fuzz` does.
func fuzzer(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: "ProvisioningProtocols", package: "Gangway")],
        swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-parse-as-library"])])
}

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "Gangway", path: "..")],
    targets: ["FuzzDecoder", "FuzzFramer", "FuzzCredentials"].map(fuzzer)
)
