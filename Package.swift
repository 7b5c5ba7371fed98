// swift-tools-version: 6.2
import PackageDescription

/// Every target is held to the same rules: Swift 6, no warning left standing, imports that do not leak by accident.
let rules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A room of the house (`Docs/Architecture.md`).
func room(_ name: String, on rooms: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: rooms, swiftSettings: rules)
}

/// A room that only Linux has, as a dependency of one that other platforms have too.
func linux(_ name: String) -> Target.Dependency { .target(name: name, condition: .when(platforms: [.linux])) }

/// The tests of the rooms named by `rooms`, in `Tests/<name>`.
func tests(_ name: String, of rooms: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: rooms, swiftSettings: rules)
}

/// Whether an Apple host reads this. Elsewhere `GANGWAY_HOST=apple` shows what it says there (scripts/check-manifest).
#if canImport(Darwin)
    let isApple = true
#else
    let isApple = Context.environment["GANGWAY_HOST"] == "apple"
#endif

// What only Apple's systems have; elsewhere Tools/AppleFakes compiles it (Docs/Apple.md).
let appleLibraries = ["CoreBluetoothRadio", "KeychainVault", "AppleModel", "GangwayUI"]
let appleRooms = [
    room("CoreBluetoothRadio", on: ["BluetoothLE", "Runtime", "ProvisioningProtocols"]),
    room("KeychainVault", on: ["CredentialVault", "Runtime"]),
    room(
        "AppleModel",
        on: [
            "GangwayModel", "CoreBluetoothRadio", "KeychainVault", "SQLiteDirectory", "Provisioning", "DeviceDirectory",
            "CredentialVault", "MessageBroker",
        ]),
    room(
        "GangwayUI",
        on: ["GangwayModel", "DeviceCatalogue", "DeviceDirectory", "MessageBroker", "ProvisioningProtocols"]),
]

/// A room that only Apple's systems have, as a dependency of one that Linux has too.
func apple(_ name: String) -> [Target.Dependency] { isApple ? [.target(name: name)] : [] }

/// What works on Linux alone, for what it calls there; whatever rests on it is left out on an Apple host as well.
let linuxAlone: Set = [
    "CSystemd", "CEventPoll", "CSodium", "CSecret", "CMosquitto", "CMicroHTTPD", "CHeap", "CMemoryScan",
    "CAllocationCount", "KillAtWrite", "DirectoryWriter", "gangway-bridge",
]

/// The targets of which nothing rests on what works on Linux alone.
func portable(_ targets: [Target]) -> [Target] {
    var (kept, out) = (targets, linuxAlone)
    while true {
        let size = out.count
        for target in kept where target.dependencies.contains(where: { $0.isNeeded(of: out) }) {
            out.insert(target.name)
        }
        kept.removeAll { out.contains($0.name) }
        if out.count == size { break }
    }
    for target in kept { target.dependencies.removeAll { $0.isOfLinux } }
    return kept
}

extension Target.Dependency {
    /// Whether it is limited to some platforms, which are always Linux here.
    var isOfLinux: Bool {
        if case .targetItem(_, let condition) = self { condition != nil } else { false }
    }

    /// Whether it is one of `names`, on every platform.
    func isNeeded(of names: Set<String>) -> Bool {
        switch self {
        case .targetItem(let name, nil), .byNameItem(let name, nil): names.contains(name)
        default: false
        }
    }
}

let libraries = [
    "ProvisioningProtocols",
    "Runtime", "BluetoothLE", "WiFiStation", "MessageBroker", "DeviceDirectory", "DeviceCatalogue",
    "CredentialVault",
    "BlueZRadio", "VirtualRadio", "NetworkManagerStation", "SimulatedStation", "SQLiteDirectory", "SealedFileVault",
    "SecretServiceVault", "MosquittoBroker",
    "Provisioning", "ProvisionableDevice", "DeviceControl", "Onboarding", "DefaultPlatform", "DefaultControl",
    "ControllableDevice",
    "GangwayModel", "DefaultModel", "NordicWiFiProvisioner",
]

let package = Package(
    name: "Gangway",
    platforms: [.macOS(.v26), .iOS(.v26)],
    products: libraries.map { .library(name: $0, targets: [$0]) }
        + [
            .executable(name: "gangway", targets: ["gangway"]),
            .executable(name: "gangway-hub", targets: ["gangway-hub"]),
        ],
    targets: [
        // 1: messages and state machines, for hosts and for firmware
        .target(name: "CSecretMemory"),
        room("ProvisioningProtocols", on: ["CSecretMemory"]),
        // what drives the device's end on a microcontroller: a host only tests it
        .target(
            name: "DeviceFirmware", dependencies: ["ProvisioningProtocols"], path: "Firmware/Sources/DeviceFirmware",
            swiftSettings: rules),
        room("SerialLink"),
        // 2: contracts, and the few concurrency parts that all above them share
        room("Runtime", on: ["ProvisioningProtocols", "CSecretMemory"]),
        room("JSONText"),
        room("BluetoothLE", on: ["ProvisioningProtocols", "Runtime"]),
        room("WiFiStation", on: ["ProvisioningProtocols", "Runtime"]),
        room("MessageBroker", on: ["ProvisioningProtocols", "Runtime"]),
        room("DeviceDirectory", on: ["Runtime", "JSONText", "ProvisioningProtocols"]),
        room("CredentialVault", on: ["Runtime"]),
        room("DeviceCatalogue", on: ["BluetoothLE", "JSONText", "ProvisioningProtocols"]),
        // 3: back ends, each alone with its platform
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        room("DBus", on: ["Runtime", "ProvisioningProtocols", "CSystemd"]),
        room("BlueZRadio", on: ["BluetoothLE", "Runtime", "ProvisioningProtocols", "DBus"]),
        .target(name: "CEventPoll"),
        room("VirtualRadio", on: ["BluetoothLE", "Runtime", "ProvisioningProtocols", "CEventPoll", "SerialLink"]),
        room("NetworkManagerStation", on: ["WiFiStation", "Runtime", "ProvisioningProtocols", "DBus"]),
        room("SimulatedStation", on: ["WiFiStation", "Runtime", "JSONText", "ProvisioningProtocols"]),
        // opened when they are first needed (CLazyLibrary.h)
        .target(name: "CLazyLibrary"),
        .target(
            name: "CSQLite", dependencies: ["CLazyLibrary"],
            linkerSettings: [.linkedLibrary("sqlite3", .when(platforms: [.macOS, .iOS]))]),
        room("SQLiteDirectory", on: ["DeviceDirectory", "Runtime", "ProvisioningProtocols", "CSQLite"]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        room("SealedFileVault", on: ["CredentialVault", "Runtime", "CSodium"]),
        .target(name: "CSecret", dependencies: ["CLazyLibrary"]),
        room("SecretServiceVault", on: ["CredentialVault", "Runtime", "ProvisioningProtocols", "CSecret"]),
        .target(name: "CMosquitto", dependencies: ["CLazyLibrary"]),
        room("MosquittoBroker", on: ["MessageBroker", "Runtime", "ProvisioningProtocols", "CMosquitto"]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        room("ChildPrograms", on: ["Runtime", "ProvisioningProtocols"]),
        room("WebServer", on: ["Runtime", "ProvisioningProtocols", "CMicroHTTPD"]),
        .target(name: "CProcessLimits"),
        // 4: services
        room("Provisioning", on: ["BluetoothLE", "DeviceCatalogue", "Runtime", "ProvisioningProtocols"]),
        room(
            "DeviceControl",
            on: ["MessageBroker", "DeviceDirectory", "Runtime", "ProvisioningProtocols"]),
        room(
            "Onboarding",
            on: [
                "Provisioning", "BluetoothLE", "DeviceControl", "DeviceDirectory", "DeviceCatalogue", "MessageBroker",
                "Runtime",
                "ProvisioningProtocols",
            ]),
        room("ProvisionableDevice", on: ["BluetoothLE", "WiFiStation", "Runtime", "ProvisioningProtocols"]),
        room("ControllableDevice", on: ["MessageBroker", "Runtime", "JSONText", "ProvisioningProtocols"]),
        // 5: the choice of back ends
        room(
            "DefaultPlatform",
            on: [
                "BluetoothLE", "WiFiStation", "Runtime", "ProvisioningProtocols", "SimulatedStation",
                linux("BlueZRadio"), linux("VirtualRadio"), linux("NetworkManagerStation"),
            ] + apple("CoreBluetoothRadio")),
        room(
            "DefaultControl",
            on: [
                "MessageBroker", "DeviceDirectory", "CredentialVault", "JSONText", "Runtime", "MosquittoBroker",
                "SQLiteDirectory", "SealedFileVault", linux("SecretServiceVault"),
            ]),
        // 5: the screens and flows of the app, and the same over this machine's files
        room(
            "GangwayModel",
            on: [
                "Onboarding", "Provisioning", "DeviceControl", "DeviceDirectory", "DeviceCatalogue", "CredentialVault",
                "MessageBroker", "BluetoothLE", "Runtime", "ProvisioningProtocols",
            ]),
        room(
            "DefaultModel",
            on: [
                "GangwayModel", "DefaultControl", "DeviceDirectory", "DeviceCatalogue", "CredentialVault",
                "MessageBroker", "Runtime",
            ]),
        // 5: the library that Nordic's users know
        room(
            "NordicWiFiProvisioner",
            on: ["Provisioning", "DefaultPlatform", "BluetoothLE", "Runtime", "ProvisioningProtocols"]),
        // 6: applications
        room(
            "GangwayCommandLine",
            on: [
                "Provisioning", "ProvisionableDevice", "DefaultPlatform", "BluetoothLE", "DeviceCatalogue",
                "WiFiStation", "Runtime", "ProvisioningProtocols", "DBus", "CSystemd", "DefaultControl",
                "ControllableDevice", "DeviceControl", "DeviceDirectory", "CredentialVault", "MessageBroker",
                "JSONText", "Onboarding", "ChildPrograms",
            ]),
        .executableTarget(
            name: "gangway-bridge", dependencies: ["DefaultPlatform", linux("VirtualRadio"), "BluetoothLE", "Runtime"],
            swiftSettings: rules),
        .executableTarget(name: "gangway", dependencies: ["GangwayCommandLine"], swiftSettings: rules),
        .target(
            name: "HubAssets", path: "Sources/GangwayHub/Assets",
            resources: [
                .embedInCode("index.html"), .embedInCode("app.css"), .embedInCode("app.js"), .embedInCode("dom.js"),
                .embedInCode("screens.js"), .embedInCode("connect.js"), .embedInCode("icon.svg"),
                .embedInCode("manifest.webmanifest"), .embedInCode("openapi.json"),
            ], swiftSettings: rules),
        .target(
            name: "GangwayHub",
            dependencies: [
                "GangwayCommandLine", "WebServer", "HubAssets", "GangwayModel", "DefaultModel", "DefaultPlatform",
                "DefaultControl", "Provisioning", "BluetoothLE", "DeviceCatalogue", "DeviceDirectory", "MessageBroker",
                "JSONText", "Runtime", "ProvisioningProtocols", "CSodium", "CProcessLimits", "ChildPrograms",
                linux("CSystemd"),
            ],
            exclude: ["Assets"], swiftSettings: rules),
        .executableTarget(name: "gangway-hub", dependencies: ["GangwayHub"], swiftSettings: rules),
        // tests
        .target(
            name: "DeviceDirectoryContract", dependencies: ["DeviceDirectory", "Runtime", "ProvisioningProtocols"],
            path: "Tests/DeviceDirectoryContract", swiftSettings: rules),
        .target(
            name: "CredentialVaultContract", dependencies: ["CredentialVault"], path: "Tests/CredentialVaultContract",
            swiftSettings: rules),
        .executableTarget(
            name: "SecretServiceProbe",
            dependencies: ["SecretServiceVault", "CredentialVault", "CredentialVaultContract"],
            path: "Tests/SecretServiceProbe", swiftSettings: rules),
        tests(
            "SecretServiceVaultTests",
            of: ["SecretServiceProbe", "CredentialVaultContract", "PrivateBus", "DBus", "Runtime"]),
        tests("SealedFileVaultTests", of: ["SealedFileVault", "CredentialVault", "CredentialVaultContract"]),
        tests("JSONTextTests", of: ["JSONText"]),
        .executableTarget(
            name: "HomeWriter", dependencies: ["DefaultControl", "CredentialVault", "MessageBroker"],
            path: "Tests/HomeWriter", swiftSettings: rules),
        tests(
            "DefaultControlTests",
            of: [
                "DefaultControl", "MessageBroker", "CredentialVault", "DeviceDirectory", "JSONText",
                "ProvisioningProtocols", "HomeWriter", "PrivateBus",
            ]),
        tests("DeviceCatalogueTests", of: ["DeviceCatalogue", "BluetoothLE", "ProvisioningProtocols"]),
        tests("DeviceDirectoryTests", of: ["DeviceDirectory", "DeviceDirectoryContract", "ProvisioningProtocols"]),
        .executableTarget(name: "KillAtWrite", path: "Tests/KillAtWrite"),
        .executableTarget(
            name: "DirectoryWriter", dependencies: ["SQLiteDirectory", "DeviceDirectory", "ProvisioningProtocols"],
            path: "Tests/DirectoryWriter", swiftSettings: rules),
        tests(
            "SQLiteDirectoryTests",
            of: [
                "SQLiteDirectory", "DeviceDirectory", "DeviceDirectoryContract", "DirectoryWriter", "KillAtWrite",
                "PrivateBus", "ProvisioningProtocols", "Runtime",
            ]),
        .target(
            name: "WiFiStationContract", dependencies: ["WiFiStation", "Runtime", "ProvisioningProtocols"],
            path: "Tests/WiFiStationContract", swiftSettings: rules),
        tests(
            "SimulatedStationTests",
            of: ["SimulatedStation", "WiFiStationContract", "WiFiStation", "Runtime", "ProvisioningProtocols"]),
        .target(
            name: "BluetoothLEContract", dependencies: ["BluetoothLE", "Runtime", "ProvisioningProtocols"],
            path: "Tests/BluetoothLEContract", swiftSettings: rules),
        tests(
            "VirtualRadioTests",
            of: ["VirtualRadio", "BluetoothLEContract", "BluetoothLE", "Runtime", "ProvisioningProtocols"]),
        .target(
            name: "MessageBrokerContract", dependencies: ["MessageBroker", "Runtime", "ProvisioningProtocols"],
            path: "Tests/MessageBrokerContract", swiftSettings: rules),
        .target(
            name: "BrokerServer", dependencies: ["PrivateBus", "Runtime"], path: "Tests/BrokerServer",
            swiftSettings: rules),
        .target(name: "CHeap", path: "Tests/CHeap"),
        .executableTarget(
            name: "BrokerListener",
            dependencies: [
                "CHeap", "DeviceControl", "DeviceDirectory", "MessageBroker", "MosquittoBroker",
                "ProvisioningProtocols",
                "Runtime",
            ],
            path: "Tests/BrokerListener", swiftSettings: rules),
        tests(
            "MosquittoBrokerTests",
            of: [
                "MosquittoBroker", "MessageBrokerContract", "BrokerServer", "MessageBroker", "Runtime",
                "ProvisioningProtocols", "BrokerListener", "PrivateBus",
            ]),
        tests(
            "BrokerClusterTests",
            of: [
                "DeviceControl", "MosquittoBroker", "BrokerServer", "MessageBroker", "DeviceDirectory", "Runtime",
                "ProvisioningProtocols", "DefaultControl", "ControllableDevice",
            ]),
        tests(
            "DeviceControlTests",
            of: [
                "DeviceControl", "MessageBrokerContract", "MessageBroker", "DeviceDirectory", "SQLiteDirectory",
                "Runtime",
                "ProvisioningProtocols",
            ]),
        tests(
            "ControllableDeviceTests",
            of: [
                "ControllableDevice", "MosquittoBroker", "MessageBrokerContract", "BrokerServer", "MessageBroker",
                "Runtime", "ProvisioningProtocols",
            ]),
        tests("WebServerTests", of: ["WebServer", "PrivateBus", "Runtime", "ProvisioningProtocols"]),
        tests(
            "GangwayHubTests",
            of: [
                "GangwayHub", "HubAssets", "WebServer", "GangwayModel", "DefaultControl", "DeviceDirectory",
                "BrokerServer", "PrivateBus", "BluetoothLE", "CredentialVault", "DeviceCatalogue", "DeviceControl",
                "DeviceDirectoryContract", "MessageBroker", "MessageBrokerContract", "ProvisionableDevice",
                "Provisioning", "Runtime", "SimulatedStation", "VirtualRadio", "WiFiStation",
                "ProvisioningProtocols", "gangway", "gangway-hub",
            ]),
        tests("DeviceFirmwareTests", of: ["DeviceFirmware", "ProvisioningProtocols"]),
        tests("RuntimeTests", of: ["Runtime", "ProvisioningProtocols"]),
        .target(
            name: "ProtocolChecks", dependencies: ["ProvisioningProtocols"], path: "Tests/ProtocolChecks",
            swiftSettings: rules),
        .executableTarget(
            name: "NordicAgreement", dependencies: ["ProvisioningProtocols"], path: "Tests/NordicAgreement",
            exclude: ["compare.py", "schema.py"], swiftSettings: rules),
        .executableTarget(
            name: "HomeAssistantAgreement",
            dependencies: [
                "ControllableDevice", "MosquittoBroker", "MessageBroker", "Runtime", "ProvisioningProtocols",
            ],
            path: "Tests/HomeAssistantAgreement", exclude: ["agree.py", "requirements.txt"], swiftSettings: rules),
        .target(name: "CMemoryScan", path: "Tests/CMemoryScan"),
        .target(
            name: "MemoryScan", dependencies: ["CMemoryScan", "ProvisioningProtocols", "Runtime"],
            path: "Tests/MemoryScan", swiftSettings: rules),
        .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
        .target(name: "CGangwayDevice", path: "Firmware/C/src", publicHeadersPath: "."),
        tests("CDeviceTests", of: ["ProvisioningProtocols", "CGangwayDevice"]),
        tests(
            "ProvisioningProtocolsTests", of: ["ProvisioningProtocols", "ProtocolChecks", "CAllocationCount"]),
        .target(name: "PrivateBus", dependencies: ["DBus", "Runtime"], path: "Tests/PrivateBus", swiftSettings: rules),
        .target(
            name: "BusStandIns", dependencies: ["DBus", "PrivateBus", "Runtime"], path: "Tests/BusStandIns",
            swiftSettings: rules),
        tests(
            "BlueZRadioTests",
            of: [
                "BlueZRadio", "BluetoothLE", "BluetoothLEContract", "DBus", "BusStandIns", "PrivateBus", "Runtime",
                "ProvisioningProtocols", "VirtualRadio",
            ]),
        tests("DBusTests", of: ["DBus", "PrivateBus", "Runtime", "ProvisioningProtocols", "MemoryScan"]),
        // as users build it: without this package's own rules
        .testTarget(
            name: "NordicWiFiProvisionerTests",
            dependencies: [
                "NordicWiFiProvisioner", "ProvisionableDevice", "SimulatedStation", "VirtualRadio", "BluetoothLE",
                "Runtime", "ProvisioningProtocols",
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        tests("ProvisioningTests", of: ["Provisioning", "BluetoothLE", "Runtime", "ProvisioningProtocols"]),
        tests(
            "EndToEndTests",
            of: [
                "Provisioning", "ProvisionableDevice", "VirtualRadio", "SimulatedStation", "BluetoothLE",
                "DeviceCatalogue", "WiFiStation", "Runtime", "ProvisioningProtocols", "MemoryScan", "Onboarding",
                "DeviceControl", "DeviceDirectory", "DeviceDirectoryContract", "MessageBroker", "MessageBrokerContract",
                "MosquittoBroker", "BrokerServer", "SQLiteDirectory", "ControllableDevice",
            ]),
        tests(
            "GangwayModelTests",
            of: [
                "GangwayModel", "DefaultModel", "DefaultControl", "BrokerServer", "DeviceControl", "DeviceDirectory",
                "DeviceDirectoryContract", "DeviceCatalogue",
                "CredentialVault", "MessageBroker", "MessageBrokerContract", "ProvisionableDevice", "Provisioning",
                "SimulatedStation", "VirtualRadio", "WiFiStation", "BluetoothLE", "Runtime", "ProvisioningProtocols",
            ]),
        tests("OnboardingTests", of: ["Onboarding", "DeviceControl", "DeviceDirectory", "ProvisioningProtocols"]),
        tests(
            "GangwayTests",
            of: [
                "GangwayCommandLine", "gangway", "Provisioning", "ProvisionableDevice", "VirtualRadio", "BluetoothLE",
                "WiFiStation", "DBus", "BusStandIns", "PrivateBus", "Runtime", "ProvisioningProtocols", "MemoryScan",
                "DefaultControl", "ControllableDevice", "DeviceControl", "DeviceDirectory", "CredentialVault",
                "MessageBroker", "MosquittoBroker", "SQLiteDirectory", "BrokerServer", "Onboarding", "KillAtWrite",
            ]),
        tests(
            "ProvisionableDeviceTests",
            of: ["ProvisionableDevice", "BluetoothLE", "WiFiStation", "Runtime", "ProvisioningProtocols"]),
        tests(
            "NetworkManagerStationTests",
            of: [
                "NetworkManagerStation", "WiFiStation", "DBus", "BusStandIns", "PrivateBus", "Runtime",
                "ProvisioningProtocols",
            ]),
    ] + (isApple ? appleRooms : [])
)

if isApple {
    package.targets = portable(package.targets)
    let names = Set(package.targets.map(\.name))
    package.products = (libraries + appleLibraries).filter(names.contains).map { .library(name: $0, targets: [$0]) }
}
