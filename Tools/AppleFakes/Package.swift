// swift-tools-version: 6.2
import PackageDescription

/// The rules of the package above.
let rules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A room of the package above, from the same files.
func room(_ name: String, on rooms: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: rooms, path: "Rooms/\(name)", swiftSettings: rules)
}

/// A module of ours with the name of one of Apple's.
func fake(_ name: String, on rooms: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: rooms, swiftSettings: rules)
}

/// An app of Apps/, as Xcode compiles it: without this package's own rules but the language's version.
func app(_ name: String, at path: String, exclude: [String] = [], on rooms: [Target.Dependency]) -> Target {
    .target(
        name: "\(name)App", dependencies: rooms, path: "Apps/\(path)", exclude: exclude,
        swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
}

/// What the tests of the package above have in common with those here.
func shared(_ name: String, on rooms: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: rooms, path: "RootTests/\(name)", swiftSettings: rules)
}

// It takes nothing from the package above but its folders, through links: that package has targets of the same names, which
// on Linux are made of other parts.
let package = Package(
    name: "AppleFakes",
    platforms: [.macOS(.v26)],
    targets: [
        .target(name: "CSecretMemory", path: "Rooms/CSecretMemory"),
        room("ProvisioningProtocols", on: ["CSecretMemory"]),
        room("Runtime", on: ["ProvisioningProtocols", "CSecretMemory"]),
        room("BluetoothLE", on: ["ProvisioningProtocols", "Runtime"]),
        .target(name: "CEventPoll", path: "Rooms/CEventPoll"),
        room("SerialLink"),
        room("VirtualRadio", on: ["BluetoothLE", "Runtime", "ProvisioningProtocols", "CEventPoll", "SerialLink"]),
        room("JSONText"),
        room("WiFiStation", on: ["ProvisioningProtocols", "Runtime"]),
        room("MessageBroker", on: ["ProvisioningProtocols", "Runtime"]),
        room("DeviceDirectory", on: ["Runtime", "JSONText", "ProvisioningProtocols"]),
        room("CredentialVault", on: ["Runtime"]),
        room("DeviceCatalogue", on: ["BluetoothLE", "JSONText", "ProvisioningProtocols"]),
        room("Provisioning", on: ["BluetoothLE", "DeviceCatalogue", "Runtime", "ProvisioningProtocols"]),
        room("DeviceControl", on: ["MessageBroker", "DeviceDirectory", "Runtime", "ProvisioningProtocols"]),
        room(
            "Onboarding",
            on: [
                "Provisioning", "BluetoothLE", "DeviceControl", "DeviceDirectory", "DeviceCatalogue", "MessageBroker",
                "Runtime",
                "ProvisioningProtocols",
            ]),
        room(
            "GangwayModel",
            on: [
                "Onboarding", "Provisioning", "DeviceControl", "DeviceDirectory", "DeviceCatalogue", "CredentialVault",
                "MessageBroker", "BluetoothLE", "Runtime", "ProvisioningProtocols",
            ]),
        // with the names of Apple's
        fake("SwiftUI"),
        fake("Charts", on: ["SwiftUI"]),
        fake("CoreBluetooth", on: ["VirtualRadio", "BluetoothLE", "Runtime", "ProvisioningProtocols"]),
        fake("Security", on: ["Runtime"]),
        // what is checked with them
        room("CoreBluetoothRadio", on: ["BluetoothLE", "Runtime", "ProvisioningProtocols", "CoreBluetooth"]),
        room("KeychainVault", on: ["CredentialVault", "Runtime", "Security"]),
        room(
            "GangwayUI",
            on: [
                "GangwayModel", "DeviceCatalogue", "DeviceDirectory", "MessageBroker", "ProvisioningProtocols",
                "SwiftUI", "Charts",
            ]),
        .target(name: "CLazyLibrary", path: "Rooms/CLazyLibrary"),
        .target(name: "CSQLite", dependencies: ["CLazyLibrary"], path: "Rooms/CSQLite"),
        room("SQLiteDirectory", on: ["DeviceDirectory", "Runtime", "ProvisioningProtocols", "CSQLite"]),
        room(
            "AppleModel",
            on: [
                "GangwayModel", "CoreBluetoothRadio", "KeychainVault", "SQLiteDirectory", "Provisioning",
                "DeviceDirectory", "CredentialVault", "MessageBroker",
            ]),
        room("SimulatedStation", on: ["WiFiStation", "Runtime", "JSONText", "ProvisioningProtocols"]),
        room("ProvisionableDevice", on: ["BluetoothLE", "WiFiStation", "Runtime", "ProvisioningProtocols"]),
        room(
            "DefaultPlatform",
            on: [
                "BluetoothLE", "WiFiStation", "Runtime", "ProvisioningProtocols", "SimulatedStation",
                "CoreBluetoothRadio",
            ]),
        room(
            "NordicWiFiProvisioner",
            on: ["Provisioning", "DefaultPlatform", "BluetoothLE", "Runtime", "ProvisioningProtocols"]),
        // the apps, which are compiled and not run
        app(
            "Gangway", at: "Gangway/Gangway", exclude: ["InfoPlist.xcstrings"],
            on: ["AppleModel", "GangwayUI", "GangwayModel", "SwiftUI"]),
        app(
            "SetUp", at: "SetUp",
            on: [
                "CoreBluetoothRadio", "GangwayUI", "GangwayModel", "Provisioning", "ProvisioningProtocols", "SwiftUI",
            ]),
        // tests
        shared("BluetoothLEContract", on: ["BluetoothLE", "Runtime", "ProvisioningProtocols"]),
        shared("CredentialVaultContract", on: ["CredentialVault"]),
        .testTarget(name: "GangwayUITests", dependencies: ["GangwayUI", "GangwayModel"], swiftSettings: rules),
        .testTarget(
            name: "KeychainVaultTests",
            dependencies: ["KeychainVault", "Security", "CredentialVault", "CredentialVaultContract"],
            swiftSettings: rules),
        .testTarget(
            name: "AppleEndToEndTests",
            dependencies: [
                "DefaultPlatform", "CoreBluetoothRadio", "CoreBluetooth", "Provisioning", "ProvisionableDevice",
                "SimulatedStation", "VirtualRadio", "BluetoothLE", "WiFiStation", "Runtime", "ProvisioningProtocols",
            ], swiftSettings: rules),
        .testTarget(
            name: "CoreBluetoothRadioTests",
            dependencies: [
                "CoreBluetoothRadio", "CoreBluetooth", "VirtualRadio", "BluetoothLEContract", "BluetoothLE", "Runtime",
                "ProvisioningProtocols",
            ], swiftSettings: rules),
    ]
)
