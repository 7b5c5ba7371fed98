"""Tells how much of each decoder's own code a corpus reaches.

coverage.py EXPORT         puts the table into Docs/Fuzzing.md; EXPORT is what `llvm-cov export` writes of all targets together
coverage.py EXPORT FILE    prints the places in FILE that nothing reaches
coverage.py --check        fails where that table has other files than there are and than are listed here
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "Docs/Fuzzing.md"
HEAD = "| target | file | regions | lines |"

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
        "Output/TopicJSONText", "Capture/MessageStream")],
    "FuzzSimulation": [
        "Sources/JSONText/JSONReader", "Sources/JSONText/JSONWriter", "Sources/JSONText/JSONMembers",
        "Sources/SimulatedStation/SimulationFile"],
    "FuzzDirectory": ["Sources/DeviceDirectory/" + name for name in (
        "DirectoryContents+Import", "DirectoryContents+Export", "DeviceRules")],
    "FuzzCredentialRecord": ["Sources/SimulatedStation/CredentialRecord"],
    "FuzzCatalogue": [
        "Sources/DeviceCatalogue/CatalogueFile", "Sources/DeviceCatalogue/DeviceCatalogue",
        "Sources/DeviceCatalogue/DeviceKind"],
    "FuzzMessage": [
        PROTOCOLS + "Control/ControlBody", PROTOCOLS + "Control/ControlAddress", "Sources/DeviceControl/TopicRole"],
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


def table(files):
    """The lines of the table, without its head."""
    rows = []
    sums = {"regions": [0, 0], "lines": [0, 0]}
    for target, names in FILES.items():
        for name in names:
            summary = found(files, target, name)["summary"]
            for kind, (covered, count) in sums.items():
                sums[kind] = [covered + summary[kind]["covered"], count + summary[kind]["count"]]
            rows.append(f"| {target} | `{name}.swift` | {share(summary['regions'])} | {share(summary['lines'])} |")
    regions, lines = ({"covered": covered, "count": count} for covered, count in sums.values())
    return rows + [f"| all | | {share(regions)} | {share(lines)} |"]


def found(files, target, name):
    """What the export says of the file as the target has it."""
    file = compiled(files, target, name)
    if file is None:
        sys.exit(f"{name} is in no target: is it still called so?")
    return file


def document():
    """Docs/Fuzzing.md: its lines, and which of them are rows of the table."""
    lines = DOCUMENT.read_text(encoding="utf-8").split("\n")
    start = lines.index(HEAD) + 2
    end = start
    while lines[end].startswith("|"):
        end += 1
    return lines, slice(start, end)


def write(files):
    """Puts the table into Docs/Fuzzing.md."""
    lines, rows = document()
    lines[rows] = table(files)
    DOCUMENT.write_text("\n".join(lines), encoding="utf-8")
    print(lines[lines.index(HEAD) + 1 + len(table(files))])


def check():
    """What is wrong with the table of Docs/Fuzzing.md; empty where nothing is."""
    lines, rows = document()
    written = [tuple(cell.strip() for cell in row.split("|")[1:3]) for row in lines[rows][:-1]]
    listed = [(target, f"`{name}.swift`") for target, names in FILES.items() for name in names]
    gone = [name for _, name in listed if not (ROOT / name.strip("`")).is_file()]
    faults = [f"{name} is listed in Fuzz/coverage.py and is not there" for name in gone]
    if written != listed:
        differing = sorted({name for _, name in set(written) ^ set(listed)}) or ["their order"]
        faults.append("Docs/Fuzzing.md has another table than scripts/fuzz --coverage writes: " + ", ".join(differing))
    return faults


def main():
    if sys.argv[1] == "--check":
        sys.exit("\n".join(check()) or None)
    files = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))["data"][0]["files"]
    if len(sys.argv) < 3:
        write(files)
        return
    for target, names in FILES.items():
        for name in names:
            if name.endswith(sys.argv[2].removesuffix(".swift")):
                segments = found(files, target, name)["segments"]
                places = {(s[0], s[1]) for s in segments if s[3] and s[2] == 0 and s[4]}
                print("\n".join(f"{name}.swift:{line}:{column}" for line, column in sorted(places)))


if __name__ == "__main__":
    main()
