// swift-format-ignore-file
// Made by scripts/make-protocol-checks from Vectors/nordic.jsonl.

import ProvisioningProtocols

/// The vectors of Nordic's service.
public let nordicVectors: [NordicVector] = [
    NordicVector(
        "version 1", .info,
        "08 01",
        fields: "version=1"),
    NordicVector(
        "no bytes lack the version", .info,
        "",
        isInitialized: false),
    NordicVector(
        "B6/47: a request is no info of version 0", .info,
        "10 01",
        isInitialized: false),
    NordicVector(
        "get status", .request,
        "08 01",
        fields: "op_code=1"),
    NordicVector(
        "B6/44: without BSSID and channel", .request,
        "08 04 5A 14 0A 08 0A 06 43 65 6C 6C 61 72 12 08 68 75 6E 74 65 72 32 32",
        isInitialized: false),
    NordicVector(
        "typed-in network, volatile", .request,
        "08 04 5A 1A 0A 0C 0A 06 43 65 6C 6C 61 72 12 00 20 00 12 08 68 75 6E 74 65 72 32 32 18 01",
        fields: "op_code=4 config config.wifi config.wifi.ssid=43656C6C6172 config.wifi.bssid= config.wifi.channel=0 config.passphraseLength=8 config.volatileMemory=1"),
    NordicVector(
        "field 3 as certificates, field 4 as a flag", .request,
        "08 04 5A 0A 1A 04 0A 02 41 42 20 01 28 00",
        fields: "op_code=4 config"),
    NordicVector(
        "field 5 as certificates", .request,
        "08 04 5A 08 18 01 20 01 2A 02 0A 00",
        fields: "op_code=4 config config.volatileMemory=1"),
    NordicVector(
        "scan parameters", .request,
        "08 02 52 09 08 02 10 01 18 E8 07 20 03",
        fields: "op_code=2 scan_params scan_params.band=2 scan_params.passive=1 scan_params.period_ms=1000 scan_params.group_channels=3"),
    NordicVector(
        "without an operation", .response,
        "10 02",
        fields: "status=2"),
    NordicVector(
        "connected, with an address", .response,
        "08 01 10 00 52 19 08 04 52 0D 0A 04 42 61 72 6E 12 00 20 FF 01 28 01 5A 06 0A 04 C0 A8 01 64",
        fields: "request_op_code=1 status=0 device_status device_status.state=4 device_status.provisioning_info device_status.provisioning_info.ssid=4261726E device_status.provisioning_info.bssid= device_status.provisioning_info.channel=255 device_status.provisioning_info.auth=1 device_status.connection_info device_status.connection_info.ip4_addr=C0A80164"),
    NordicVector(
        "access point", .result,
        "0A 21 0A 14 0A 04 42 61 72 6E 12 06 C0 FF EE 80 81 FE 18 01 20 06 28 03 10 C8 FF FF FF FF FF FF FF FF 01",
        fields: "scan_record scan_record.wifi scan_record.wifi.ssid=4261726E scan_record.wifi.bssid=C0FFEE8081FE scan_record.wifi.band=1 scan_record.wifi.channel=6 scan_record.wifi.auth=3 scan_record.rssi=-56"),
    NordicVector(
        "numbers without a name", .result,
        "10 63 18 09",
        fields: "state=99 reason=9"),
    NordicVector(
        "E2/107: failed without a reason", .result,
        "10 05",
        fields: "state=5"),
    NordicVector(
        "unknown fields of every type", .result,
        "10 04 20 96 01 29 01 02 03 04 05 06 07 08 33 08 01 34 3D 01 02 03 04 42 02 AB CD",
        fields: "state=4"),
    NordicVector(
        "B6/47: no bytes", .result,
        "",
        fields: ""),
    NordicVector(
        "cut inside a length", .result,
        "0A 05 0A",
        fault: .truncated, at: 1),
    NordicVector(
        "a group that is not ended", .result,
        "33 08 01",
        fault: .truncated, at: 3),
    NordicVector(
        "a number of eleven bytes", .result,
        "10 FF FF FF FF FF FF FF FF FF FF 01",
        fault: .varintTooLong, at: 1),
    NordicVector(
        "field number 0", .result,
        "00 01",
        fault: .invalidTag, at: 0),
    NordicVector(
        "a wire type that is none", .request,
        "0E 00",
        fault: .invalidTag, at: 0),
    NordicVector(
        "a wire type that is none, at the end", .request,
        "08 01 0E",
        fault: .invalidTag, at: 2),
    NordicVector(
        "a wire type that is none, in a tag of two bytes", .request,
        "08 01 F6 01 00",
        fault: .invalidTag, at: 2),
    NordicVector(
        "a wire type that is none, in a submessage", .request,
        "08 04 5A 02 0F 00",
        fault: .invalidTag, at: 4),
    NordicVector(
        "a group that ends as another one", .result,
        "33 08 01 3C",
        fault: .invalidTag, at: 3),
    NordicVector(
        "A2/8: a name of 33 bytes", .request,
        "08 04 5A 33 0A 27 0A 21 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 12 00 20 00 12 08 68 75 6E 74 65 72 32 32",
        fields: "op_code=4 config config.wifi config.wifi.ssid=787878787878787878787878787878787878787878787878787878787878787878 config.wifi.bssid= config.wifi.channel=0 config.passphraseLength=8"),
    NordicVector(
        "A2/5: a name of 32 bytes", .request,
        "08 04 5A 32 0A 26 0A 20 41 75 72 6F 72 61 20 47 75 65 73 74 20 48 6F 75 73 65 20 57 69 2D 46 69 20 32 2E 34 20 47 48 7A 12 00 20 00 12 08 68 75 6E 74 65 72 32 32",
        fields: "op_code=4 config config.wifi config.wifi.ssid=4175726F726120477565737420486F7573652057692D466920322E342047487A config.wifi.bssid= config.wifi.channel=0 config.passphraseLength=8"),
    NordicVector(
        "A4/13: a key of 64 hex digits", .request,
        "08 04 5A 4E 0A 0A 0A 04 42 61 72 6E 12 00 20 00 12 40 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66",
        fields: "op_code=4 config config.wifi config.wifi.ssid=4261726E config.wifi.bssid= config.wifi.channel=0 config.passphraseLength=64"),
    NordicVector(
        "A4/15: a passphrase of 63 bytes", .request,
        "08 04 5A 4D 0A 0A 0A 04 42 61 72 6E 12 00 20 00 12 3F 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70 70",
        fields: "op_code=4 config config.wifi config.wifi.ssid=4261726E config.wifi.bssid= config.wifi.channel=0 config.passphraseLength=63"),
    NordicVector(
        "E2/107: failed, and the passphrase is wrong", .result,
        "10 05 18 00",
        fields: "state=5 reason=0"),
    NordicVector(
        "E2/107: failed, and no address came", .result,
        "10 05 18 03",
        fields: "state=5 reason=3"),
    NordicVector(
        "E2/107: failed for a reason without a name", .result,
        "10 05 18 09",
        fields: "state=5 reason=9"),
    NordicVector(
        "B6/47: a request is no result", .result,
        "08 01",
        fields: ""),
    NordicVector(
        "E4/113: a field that does not end", .result,
        "FF FF FF",
        fault: .truncated, at: 3),
    NordicVector(
        "no bytes are a response without a status", .response,
        "",
        fields: ""),
    NordicVector(
        "certificates in field 4", .request,
        "08 04 5A 04 22 02 0A 00",
        fields: "op_code=4 config"),
]
