// swift-tools-version: 6.2
import PackageDescription

// What the code costs, in numbers that do not depend on how busy the machine is. `scripts/bench-protocols` runs it.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "Gangway", path: "..")],
    targets: [
        .target(name: "CAllocations"),
        .executableTarget(
            name: "protocol-cost",
            dependencies: [.product(name: "ProvisioningProtocols", package: "Gangway"), "CAllocations"],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    ]
)
