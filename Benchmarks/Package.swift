// swift-tools-version: 6.2
import PackageDescription

// What the code costs, in numbers that do not depend on how busy the machine is. `scripts/bench-protocols`,
// `scripts/bench-setups`, `scripts/bench-directory`, `scripts/bench-control` and `scripts/bench-hub` run it.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "Gangway", path: "..")],
    targets: [
        .target(name: "CAllocationCount"),  // a link to the tests' own
        .target(name: "CHeap"),
        .executableTarget(
            name: "protocol-cost",
            dependencies: [.product(name: "ProvisioningProtocols", package: "Gangway"), "CAllocationCount"],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        // what nanopb takes for the same record
        .executableTarget(name: "nanopb-cost", linkerSettings: [.linkedLibrary("protobuf-nanopb")]),
        .target(
            name: "BenchTable", swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "directory-cost",
            dependencies: ["BenchTable"]
                + ["DeviceDirectory", "SQLiteDirectory", "ProvisioningProtocols"].map {
                    .product(name: $0, package: "Gangway")
                },
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "control-cost",
            dependencies: [
                "DeviceControl", "DeviceDirectory", "MessageBroker", "MosquittoBroker", "ProvisioningProtocols",
                "Runtime",
                "SQLiteDirectory",
            ].map { .product(name: $0, package: "Gangway") },
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        // what libmosquitto takes for the same, and what fills the broker
        .executableTarget(
            name: "mosquitto-cost", cSettings: [.define("_GNU_SOURCE")], linkerSettings: [.linkedLibrary("mosquitto")]),
        // browsers of the hub, and what sends states for them
        .executableTarget(
            name: "hub-cost", cSettings: [.define("_GNU_SOURCE")], linkerSettings: [.linkedLibrary("mosquitto")]),
        .executableTarget(
            name: "setup-cost",
            dependencies: [
                "BluetoothLE", "ProvisionableDevice", "Provisioning", "ProvisioningProtocols", "Runtime",
                "SimulatedStation", "VirtualRadio",
            ].map { .product(name: $0, package: "Gangway") } + ["BenchTable", "CHeap"],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    ]
)
