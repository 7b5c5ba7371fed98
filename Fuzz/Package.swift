// swift-tools-version: 6.2
import PackageDescription

/// A libFuzzer target. It has no main of its own, so that it links only with `-sanitize=fuzzer`: `scripts/fuzz` does.
///
/// Decoders that are no part of a library's API are compiled into their target, from links to their files; where that would
/// be many, they are imported as for tests.
func fuzzer(_ name: String, on libraries: [String] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: (["ProvisioningProtocols", "BluetoothLE", "Runtime"] + libraries).map {
            .product(name: $0, package: "Gangway")
        },
        swiftSettings: [
            .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .unsafeFlags(["-parse-as-library"]),
        ])
}

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "Gangway", path: "..")],
    targets: [
        "FuzzDecoder", "FuzzFramer", "FuzzCredentials", "FuzzLinkPacket", "FuzzAdvertisement", "FuzzCapture",
        "FuzzNordicInfo", "FuzzNordicRequest", "FuzzNordicResponse", "FuzzNordicResult", "FuzzDevice",
        "FuzzProvisioner", "FuzzCredentialRecord",
    ].map { fuzzer($0) } + [
        fuzzer("FuzzSimulation", on: ["WiFiStation", "SimulatedStation"]),
        fuzzer("FuzzHexInput", on: ["SimulatedStation"]),
        fuzzer("FuzzCatalogue", on: ["DeviceCatalogue"]),
        fuzzer("FuzzMessage", on: ["DeviceControl", "DeviceDirectory"]),
        fuzzer("FuzzBus", on: ["NetworkManagerStation"]),
        fuzzer("FuzzTopicJSON", on: ["SimulatedStation"]),
        fuzzer("FuzzDirectory", on: ["DeviceDirectory"]),
        fuzzer("FuzzText", on: ["WiFiStation", "SimulatedStation", "DeviceDirectory", "MessageBroker"]),
    ]
)
