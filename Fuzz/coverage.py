"""Prints how much of each decoder's own code a corpus reaches: coverage.py EXPORT [FILE]

EXPORT is what `llvm-cov export` writes of all targets together. With FILE: the places in it that nothing reaches."""

import json
import pathlib
import sys

PROTOCOLS = "Sources/ProvisioningProtocols/"
NORDIC = PROTOCOLS + "NordicWiFi/"
# The files that each target is for.
FILES = {
    "FuzzDecoder": [PROTOCOLS + "WiFiSet/" + name for name in (
        "Frame", "Header", "Message", "Encoding", "DecodingError")],
    "FuzzFramer": [PROTOCOLS + "WiFiSet/" + name for name in ("Framer", "SequenceTracker")],
    "FuzzCredentials": [PROTOCOLS + "WiFi/" + name for name in ("CredentialLimits", "Passphrase", "SSID")],
    "FuzzLinkPacket": ["Sources/VirtualRadio/LinkPacket"],
    "FuzzAdvertisement": ["Sources/VirtualRadio/AdvertisementFile"],
    "FuzzCapture": ["Sources/GangwayCommandLine/Capture/" + name for name in (
        "BTSnoop", "HCIEvent", "L2CAPReassembler", "AttributeTraffic", "AttributeRoles",
        "CaptureDecoder")] + ["Sources/Runtime/ByteReader"],
    "FuzzNordic…": [NORDIC + name for name in (
        "Protobuf/WireReader", "Protobuf/WireWriter", "Protobuf/WireFault", "Messages/Info", "Messages/Request",
        "Messages/Response", "Messages/Result", "Messages/ScanParams", "Messages/WifiInfo", "Messages/Numbers",
        "Secret")],
    "FuzzTopicJSON": [PROTOCOLS + name for name in (
        "TopicJSON/CredentialsObject", "TopicJSON/Syntax/JSONReader", "TopicJSON/Syntax/JSONWriter",
        "TopicJSON/Syntax/StringRange", "UTF8Check")],
    "FuzzDevice": [PROTOCOLS + name for name in (
        "WiFiSet/DeviceMachine", "WiFiSet/DeviceMachine+Writes", "WiFiSet/DeviceMachine+Reports",
        "NordicWiFi/NordicDeviceMachine", "NordicWiFi/NordicDeviceMachine+Requests",
        "NordicWiFi/NordicDeviceMachine+Reports", "NordicWiFi/ServiceData", "TopicJSON/JSONDeviceMachine",
        "TopicJSON/JSONDeviceMachine+Writes", "Outbox")],
    "FuzzProvisioner": [PROTOCOLS + "WiFiSet/ProvisionerMachine" + part for part in (
        "", "+Answers", "+Failures", "+Join", "+List", "+Mending", "+Operations", "+Receiving", "+Status")]
    + [NORDIC + "NordicProvisionerMachine" + part for part in (
        "", "+Answers", "+Join", "+List", "+Operations", "+Requests", "+Results", "+Status")]
    + [NORDIC + "AccessPoint+NordicWiFi", NORDIC + "Facts+NordicWiFi", PROTOCOLS + "TopicJSON/JSONProvisionerMachine",
       PROTOCOLS + "Provisioner/JoinCourse"],
    "FuzzHexInput": ["Sources/GangwayCommandLine/" + name for name in (
        "Output/Hex", "Output/JSON", "Output/NordicJSON", "Output/NordicSchema", "Output/WiFiSetJSON",
        "Output/TopicJSONText",        "Capture/MessageStream")],
    "FuzzSimulation": [
        "Sources/JSONText/JSONReader", "Sources/JSONText/JSONWriter", "Sources/SimulatedStation/SimulationFile"],
    "FuzzDirectory": ["Sources/DeviceDirectory/" + name for name in (
        "DirectoryContents+Import", "DirectoryContents+Export", "DeviceRules")],
    "FuzzCredentialRecord": ["Sources/SimulatedStation/CredentialRecord"],
    "FuzzCatalogue": [
        "Sources/DeviceCatalogue/CatalogueFile", "Sources/DeviceCatalogue/DeviceCatalogue",
        "Sources/DeviceCatalogue/DeviceKind"],
    "FuzzMessage": [PROTOCOLS + "Control/ControlBody", "Sources/DeviceControl/ControlTopics"],
    "FuzzBus": ["Sources/" + name for name in (
        "DBus/MessageReader", "DBus/MessageWriter", "DBus/DBusValue+Access", "BlueZRadio/ObjectTree",
        "BlueZRadio/DeviceRecord", "NetworkManagerStation/AccessPointFacts", "NetworkManagerStation/SecurityKind",
        "NetworkManagerStation/ProfileMark", "NetworkManagerStation/ProfileSettings",
        "NetworkManagerStation/DeviceFacts", "NetworkManagerStation/LinkState")],
    "FuzzText": [
        PROTOCOLS + "WiFi/HardwareAddress", PROTOCOLS + "WiFi/EscapedText", "Sources/BluetoothLE/BluetoothUUID",
        "Sources/VirtualRadio/Faults", "Sources/DeviceDirectory/WallTime",
        "Sources/MessageBroker/TopicFault", PROTOCOLS + "Control/TopicName", PROTOCOLS + "Control/DeviceID"],
}


def share(part):
    return f"{part['covered']} of {part['count']} ({100 * part['covered'] / max(1, part['count']):.1f} %)"


def compiled(files, target, name):
    """The file as the target has it: a link to it in the target's own folder, or the library's."""
    ends = [f"/Fuzz/Sources/{target}/{'/'.join(name.split('/')[1:2] + name.split('/')[-1:])}.swift", f"/{name}.swift"]
    for end in ends:
        for file in files:
            if file["filename"].endswith(end):
                return file
    return None


def main():
    files = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))["data"][0]["files"]
    if len(sys.argv) < 3:
        print("| target | file | regions | lines |\n| --- | --- | --- | --- |")
    sums = {"regions": [0, 0], "lines": [0, 0]}
    for target, names in FILES.items():
        for name in names:
            file = compiled(files, target, name)
            if file is None:
                sys.exit(f"{name} is in no target: is it still called so?")
            if len(sys.argv) > 2:
                if name.endswith(sys.argv[2]):
                    places = {(s[0], s[1]) for s in file["segments"] if s[3] and s[2] == 0 and s[4]}
                    print("\n".join(f"{name}.swift:{line}:{column}" for line, column in sorted(places)))
                continue
            summary = file["summary"]
            for kind, (covered, count) in sums.items():
                sums[kind] = [covered + summary[kind]["covered"], count + summary[kind]["count"]]
            print(f"| {target} | `{name}.swift` | {share(summary['regions'])} | {share(summary['lines'])} |")
    if len(sys.argv) < 3:
        regions, lines = ({"covered": covered, "count": count} for covered, count in sums.values())
        print(f"| all | | {share(regions)} | {share(lines)} |")


if __name__ == "__main__":
    main()
