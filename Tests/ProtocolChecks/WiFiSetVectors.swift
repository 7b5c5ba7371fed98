// swift-format-ignore-file
// Made by scripts/make-protocol-checks from Vectors/wifiset.jsonl.

import ProvisioningProtocols

/// The vectors of WiFiSet.
public let wifiSetVectors: [Vector] = [
    Vector(
        "specification example 1, length corrected",
        "02 05 10 00 0C 4D 79 4E 65 74 77 6F 72 6B 32 2E 34 C8 02 06",
        .networkEntry, Expected(sequence: 5, ssid: "4D794E6574776F726B322E34", rssi: -56, number: 2, channel: 6)),
    Vector(
        "specification example 2, lengths corrected",
        "10 01 1B 00 0C 4D 79 4E 65 74 77 6F 72 6B 32 2E 34 0D 6D 79 70 61 73 73 77 6F 72 64 31 32 33",
        .credentialWrite, Expected(sequence: 1, ssid: "4D794E6574776F726B322E34", length: 13)),
    Vector(
        "specification example 3, length corrected",
        "21 0A 13 00 03 C8 C0 A8 01 64 0C 4D 79 4E 65 74 77 6F 72 6B 32 2E 34",
        .statusResponse, Expected(sequence: 10, ssid: "4D794E6574776F726B322E34", rssi: -56, number: 3, address: (192, 168, 1, 100))),
    Vector(
        "specification example 1 as printed",
        "02 05 28 00 0C 4D 79 4E 65 74 77 6F 72 6B 32 2E 34 C8 02 06",
        fault: .truncated, at: 20),
    Vector(
        "specification example 2 as printed",
        "10 01 20 00 0C 4D 79 4E 65 74 77 6F 72 6B 32 2E 34 0C 6D 79 70 61 73 73 77 6F 72 64 31 32 33",
        fault: .truncated, at: 31),
    Vector(
        "specification example 3 as printed",
        "21 0A 16 00 03 C8 C0 A8 01 64 0C 4D 79 4E 65 74 77 6F 72 6B 32 2E 34",
        fault: .truncated, at: 23),
    Vector(
        "A1/1 list start",
        "01 00 00 00",
        .listStart, Expected(sequence: 0)),
    Vector(
        "A1/1 good entry",
        "02 01 08 00 04 42 61 72 6E C8 02 06",
        .networkEntry, Expected(sequence: 1, ssid: "4261726E", rssi: -56, number: 2, channel: 6)),
    Vector(
        "A1/1 entry that is not UTF-8",
        "02 02 07 00 03 FF FE 41 C4 02 0B",
        .networkEntry, Expected(sequence: 2, ssid: "FFFE41", rssi: -60, number: 2, channel: 11)),
    Vector(
        "A1/1 list end",
        "03 03 01 00 02",
        .listEnd, Expected(sequence: 3, number: 2)),
    Vector(
        "A1/4 one emoji",
        "10 00 10 00 04 F0 9F 8F A0 0A 6C 6F 6E 67 65 6E 6F 75 67 68",
        .credentialWrite, Expected(sequence: 0, ssid: "F09F8FA0", length: 10)),
    Vector(
        "A1/4 eight emoji",
        "10 01 2C 00 20 F0 9F 8F A0 F0 9F 8F A0 F0 9F 8F A0 F0 9F 8F A0 F0 9F 8F A0 F0 9F 8F A0 F0 9F 8F A0 F0 9F 8F A0 0A 6C 6F 6E 67 65 6E 6F 75 67 68",
        .credentialWrite, Expected(sequence: 1, ssid: "F09F8FA0F09F8FA0F09F8FA0F09F8FA0F09F8FA0F09F8FA0F09F8FA0F09F8FA0", length: 10)),
    Vector(
        "A2/5 entry of 32 bytes",
        "02 05 24 00 20 41 75 72 6F 72 61 20 47 75 65 73 74 20 48 6F 75 73 65 20 57 69 2D 46 69 20 32 2E 34 20 47 48 7A C8 02 09",
        .networkEntry, Expected(sequence: 5, ssid: "4175726F726120477565737420486F7573652057692D466920322E342047487A", rssi: -56, number: 2, channel: 9)),
    Vector(
        "A2/5 credentials for 32 bytes",
        "10 06 2F 00 20 41 75 72 6F 72 61 20 47 75 65 73 74 20 48 6F 75 73 65 20 57 69 2D 46 69 20 32 2E 34 20 47 48 7A 0D 63 6F 72 72 65 63 74 20 68 6F 72 73 65",
        .credentialWrite, Expected(sequence: 6, ssid: "4175726F726120477565737420486F7573652057692D466920322E342047487A", length: 13)),
    Vector(
        "A2/5 status with 32 bytes",
        "21 07 27 00 03 C8 C0 A8 01 64 20 41 75 72 6F 72 61 20 47 75 65 73 74 20 48 6F 75 73 65 20 57 69 2D 46 69 20 32 2E 34 20 47 48 7A",
        .statusResponse, Expected(sequence: 7, ssid: "4175726F726120477565737420486F7573652057692D466920322E342047487A", rssi: -56, number: 3, address: (192, 168, 1, 100))),
    Vector(
        "A2/6 percent signs",
        "10 01 1C 00 0D 31 30 30 25 6E 20 25 73 20 43 61 66 65 0D 25 64 25 64 25 73 25 6E 20 70 61 73 73",
        .credentialWrite, Expected(sequence: 1, ssid: "313030256E2025732043616665", length: 13)),
    Vector(
        "A2/8 SSID length 33",
        "10 03 2B 00 21 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 08 68 75 6E 74 65 72 32 32",
        fault: .ssidLength, at: 4),
    Vector(
        "A4/13 passphrase length 64",
        "10 01 46 00 04 42 61 72 6E 40 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66",
        fault: .passphraseLength, at: 9),
    Vector(
        "A4/15 passphrase of 63 bytes",
        "10 01 45 00 04 42 61 72 6E 3F 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 7A",
        .credentialWrite, Expected(sequence: 1, ssid: "4261726E", length: 63)),
    Vector(
        "A5/16 hidden network",
        "02 04 04 00 00 BA 02 01",
        .networkEntry, Expected(sequence: 4, rssi: -70, number: 2, channel: 1)),
    Vector(
        "A5/19 status without a network",
        "21 01 07 00 00 00 00 00 00 00 00",
        .statusResponse, Expected(sequence: 1, rssi: 0, number: 0)),
    Vector(
        "A6/20 first access point",
        "02 01 08 00 04 42 61 72 6E BA 02 06",
        .networkEntry, Expected(sequence: 1, ssid: "4261726E", rssi: -70, number: 2, channel: 6)),
    Vector(
        "A6/20 second access point",
        "02 02 08 00 04 42 61 72 6E D0 02 0B",
        .networkEntry, Expected(sequence: 2, ssid: "4261726E", rssi: -48, number: 2, channel: 11)),
    Vector(
        "A7/22 WPA3",
        "02 01 08 00 04 42 61 72 6E C8 04 06",
        .networkEntry, Expected(sequence: 1, ssid: "4261726E", rssi: -56, number: 4, channel: 6)),
    Vector(
        "A8/26 open network",
        "10 01 06 00 04 43 61 66 65 00",
        .credentialWrite, Expected(sequence: 1, ssid: "43616665", length: 0)),
    Vector(
        "B1/28 error of 255 bytes",
        "FF 07 01 01 02 FF 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41",
        .error, Expected(sequence: 7, number: 2)),
    Vector(
        "B3/36 status over two notifications",
        "21 0A 1C 00 03 C8 C0 A8 01 64 15 4D 79 4E 65 74 77 6F 72 6B 32 2E 34 20 75 70 73 74 61 69 72 73",
        .statusResponse, Expected(sequence: 10, ssid: "4D794E6574776F726B322E34207570737461697273", rssi: -56, number: 3, address: (192, 168, 1, 100))),
    Vector(
        "D5/100 entry 1",
        "02 01 0A 00 06 4E 65 74 20 30 31 D7 02 01",
        .networkEntry, Expected(sequence: 1, ssid: "4E6574203031", rssi: -41, number: 2, channel: 1)),
    Vector(
        "D5/100 entry 2",
        "02 02 0A 00 06 4E 65 74 20 30 32 D6 02 02",
        .networkEntry, Expected(sequence: 2, ssid: "4E6574203032", rssi: -42, number: 2, channel: 2)),
    Vector(
        "D5/100 entry 3",
        "02 03 0A 00 06 4E 65 74 20 30 33 D5 02 03",
        .networkEntry, Expected(sequence: 3, ssid: "4E6574203033", rssi: -43, number: 2, channel: 3)),
    Vector(
        "D5/100 entry 4",
        "02 04 0A 00 06 4E 65 74 20 30 34 D4 02 04",
        .networkEntry, Expected(sequence: 4, ssid: "4E6574203034", rssi: -44, number: 2, channel: 4)),
    Vector(
        "D5/100 entry 5",
        "02 05 0A 00 06 4E 65 74 20 30 35 D3 02 05",
        .networkEntry, Expected(sequence: 5, ssid: "4E6574203035", rssi: -45, number: 2, channel: 5)),
    Vector(
        "D5/100 entry 6",
        "02 06 0A 00 06 4E 65 74 20 30 36 D2 02 06",
        .networkEntry, Expected(sequence: 6, ssid: "4E6574203036", rssi: -46, number: 2, channel: 6)),
    Vector(
        "D5/100 entry 7",
        "02 07 0A 00 06 4E 65 74 20 30 37 D1 02 07",
        .networkEntry, Expected(sequence: 7, ssid: "4E6574203037", rssi: -47, number: 2, channel: 7)),
    Vector(
        "D5/100 entry 8",
        "02 08 0A 00 06 4E 65 74 20 30 38 D0 02 08",
        .networkEntry, Expected(sequence: 8, ssid: "4E6574203038", rssi: -48, number: 2, channel: 8)),
    Vector(
        "D5/100 entry 9",
        "02 09 0A 00 06 4E 65 74 20 30 39 CF 02 09",
        .networkEntry, Expected(sequence: 9, ssid: "4E6574203039", rssi: -49, number: 2, channel: 9)),
    Vector(
        "D5/100 entry 10",
        "02 0A 0A 00 06 4E 65 74 20 31 30 CE 02 0A",
        .networkEntry, Expected(sequence: 10, ssid: "4E6574203130", rssi: -50, number: 2, channel: 10)),
    Vector(
        "D5/100 entry 11",
        "02 0B 0A 00 06 4E 65 74 20 31 31 CD 02 0B",
        .networkEntry, Expected(sequence: 11, ssid: "4E6574203131", rssi: -51, number: 2, channel: 11)),
    Vector(
        "D5/100 entry 12",
        "02 0C 0A 00 06 4E 65 74 20 31 32 CC 02 0C",
        .networkEntry, Expected(sequence: 12, ssid: "4E6574203132", rssi: -52, number: 2, channel: 12)),
    Vector(
        "D5/100 entry 13",
        "02 0D 0A 00 06 4E 65 74 20 31 33 CB 02 0D",
        .networkEntry, Expected(sequence: 13, ssid: "4E6574203133", rssi: -53, number: 2, channel: 13)),
    Vector(
        "D5/100 entry 14",
        "02 0E 0A 00 06 4E 65 74 20 31 34 CA 02 01",
        .networkEntry, Expected(sequence: 14, ssid: "4E6574203134", rssi: -54, number: 2, channel: 1)),
    Vector(
        "D5/100 entry 15",
        "02 0F 0A 00 06 4E 65 74 20 31 35 C9 02 02",
        .networkEntry, Expected(sequence: 15, ssid: "4E6574203135", rssi: -55, number: 2, channel: 2)),
    Vector(
        "D5/100 list end of 21",
        "03 16 01 00 15",
        .listEnd, Expected(sequence: 22, number: 21)),
    Vector(
        "E1/104 connection failed",
        "21 05 0B 00 04 00 00 00 00 00 04 42 61 72 6E",
        .statusResponse, Expected(sequence: 5, ssid: "4261726E", rssi: 0, number: 4)),
    Vector(
        "entry: all zero bytes, hidden",
        "02 08 09 00 05 00 00 00 00 00 BA 02 01",
        .networkEntry, Expected(sequence: 8, ssid: "0000000000", rssi: -70, number: 2, channel: 1)),
    Vector(
        "entry: WEP",
        "02 09 0E 00 0A 4F 6C 64 20 52 6F 75 74 65 72 B0 01 0D",
        .networkEntry, Expected(sequence: 9, ssid: "4F6C6420526F75746572", rssi: -80, number: 1, channel: 13)),
    Vector(
        "entry: open",
        "02 0A 08 00 04 43 61 66 65 C3 00 0B",
        .networkEntry, Expected(sequence: 10, ssid: "43616665", rssi: -61, number: 0, channel: 11)),
    Vector(
        "entry: enterprise",
        "02 0B 0B 00 07 65 64 75 72 6F 61 6D BD 03 24",
        .networkEntry, Expected(sequence: 11, ssid: "656475726F616D", rssi: -67, number: 3, channel: 36)),
    Vector(
        "entry: unknown security 7",
        "02 0C 0C 00 08 54 6F 6D 6F 72 72 6F 77 CE 07 A5",
        .networkEntry, Expected(sequence: 12, ssid: "546F6D6F72726F77", rssi: -50, number: 7, channel: 165)),
    Vector(
        "entry: unknown security 255",
        "02 0D 0C 00 08 54 6F 6D 6F 72 72 6F 77 CE FF 00",
        .networkEntry, Expected(sequence: 13, ssid: "546F6D6F72726F77", rssi: -50, number: 255, channel: 0)),
    Vector(
        "entry: weakest signal, greatest channel",
        "02 0E 07 00 03 46 61 72 80 02 FF",
        .networkEntry, Expected(sequence: 14, ssid: "466172", rssi: -128, number: 2, channel: 255)),
    Vector(
        "entry: strongest signal",
        "02 0F 08 00 04 4E 65 61 72 7F 02 01",
        .networkEntry, Expected(sequence: 15, ssid: "4E656172", rssi: 127, number: 2, channel: 1)),
    Vector(
        "entry: control characters and a quote",
        "02 10 0D 00 09 61 1B 5B 32 4A 0A 22 5C 62 C4 02 06",
        .networkEntry, Expected(sequence: 16, ssid: "611B5B324A0A225C62", rssi: -60, number: 2, channel: 6)),
    Vector(
        "entry: a bidirectional override",
        "02 11 09 00 05 61 E2 80 AE 62 C4 02 06",
        .networkEntry, Expected(sequence: 17, ssid: "61E280AE62", rssi: -60, number: 2, channel: 6)),
    Vector(
        "entry: cut in the middle of a letter",
        "02 12 09 00 05 43 61 66 C3 21 C4 02 06",
        .networkEntry, Expected(sequence: 18, ssid: "436166C321", rssi: -60, number: 2, channel: 6)),
    Vector(
        "entry: greatest sequence number",
        "02 FF 08 00 04 42 61 72 6E C8 02 06",
        .networkEntry, Expected(sequence: 255, ssid: "4261726E", rssi: -56, number: 2, channel: 6)),
    Vector(
        "entry: the lab",
        "02 13 0F 00 0B 4C 61 62 20 4E 65 74 77 6F 72 6B E2 02 01",
        .networkEntry, Expected(sequence: 19, ssid: "4C6162204E6574776F726B", rssi: -30, number: 2, channel: 1)),
    Vector(
        "list end of 0",
        "03 14 01 00 00",
        .listEnd, Expected(sequence: 20, number: 0)),
    Vector(
        "list end of 1",
        "03 14 01 00 01",
        .listEnd, Expected(sequence: 20, number: 1)),
    Vector(
        "list end of 2",
        "03 14 01 00 02",
        .listEnd, Expected(sequence: 20, number: 2)),
    Vector(
        "list end of 40",
        "03 14 01 00 28",
        .listEnd, Expected(sequence: 20, number: 40)),
    Vector(
        "list end of 255",
        "03 14 01 00 FF",
        .listEnd, Expected(sequence: 20, number: 255)),
    Vector(
        "list end of 3",
        "03 14 01 00 03",
        .listEnd, Expected(sequence: 20, number: 3)),
    Vector(
        "list end of 4",
        "03 14 01 00 04",
        .listEnd, Expected(sequence: 20, number: 4)),
    Vector(
        "list end of 5",
        "03 14 01 00 05",
        .listEnd, Expected(sequence: 20, number: 5)),
    Vector(
        "list end of 6",
        "03 14 01 00 06",
        .listEnd, Expected(sequence: 20, number: 6)),
    Vector(
        "list end of 7",
        "03 14 01 00 07",
        .listEnd, Expected(sequence: 20, number: 7)),
    Vector(
        "list end of 8",
        "03 14 01 00 08",
        .listEnd, Expected(sequence: 20, number: 8)),
    Vector(
        "list end of 9",
        "03 14 01 00 09",
        .listEnd, Expected(sequence: 20, number: 9)),
    Vector(
        "list end of 10",
        "03 14 01 00 0A",
        .listEnd, Expected(sequence: 20, number: 10)),
    Vector(
        "list end of 12",
        "03 14 01 00 0C",
        .listEnd, Expected(sequence: 20, number: 12)),
    Vector(
        "list end of 20",
        "03 14 01 00 14",
        .listEnd, Expected(sequence: 20, number: 20)),
    Vector(
        "list end of 50",
        "03 14 01 00 32",
        .listEnd, Expected(sequence: 20, number: 50)),
    Vector(
        "credentials: one byte each",
        "10 00 04 00 01 78 01 79",
        .credentialWrite, Expected(sequence: 0, ssid: "78", length: 1)),
    Vector(
        "credentials: longest",
        "10 FF 61 00 20 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 12 13 14 15 16 17 18 19 1A 1B 1C 1D 1E 1F 3F 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 12 13 14 15 16 17 18 19 1A 1B 1C 1D 1E 1F 20 21 22 23 24 25 26 27 28 29 2A 2B 2C 2D 2E 2F 30 31 32 33 34 35 36 37 38 39 3A 3B 3C 3D 3E 3F",
        .credentialWrite, Expected(sequence: 255, ssid: "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F", length: 63)),
    Vector(
        "credentials: the lab",
        "10 01 22 00 0B 4C 61 62 20 4E 65 74 77 6F 72 6B 15 63 6F 72 72 65 63 74 20 68 6F 72 73 65 20 62 61 74 74 65 72 79",
        .credentialWrite, Expected(sequence: 1, ssid: "4C6162204E6574776F726B", length: 21)),
    Vector(
        "credentials: the lab, wrong passphrase",
        "10 01 20 00 0B 4C 61 62 20 4E 65 74 77 6F 72 6B 13 77 72 6F 6E 67 20 68 6F 72 73 65 20 62 61 74 74 65 72 79",
        .credentialWrite, Expected(sequence: 1, ssid: "4C6162204E6574776F726B", length: 19)),
    Vector(
        "credentials: Barn",
        "10 01 16 00 04 42 61 72 6E 10 68 75 6E 74 65 72 32 32 68 75 6E 74 65 72 32 32",
        .credentialWrite, Expected(sequence: 1, ssid: "4261726E", length: 16)),
    Vector(
        "credentials: a WEP key",
        "10 02 11 00 0A 4F 6C 64 20 52 6F 75 74 65 72 05 61 62 63 64 65",
        .credentialWrite, Expected(sequence: 2, ssid: "4F6C6420526F75746572", length: 5)),
    Vector(
        "ACK: stored",
        "11 00 01 00 00",
        .credentialAck, Expected(sequence: 0, number: 0)),
    Vector(
        "ACK: SSID length",
        "11 01 01 00 01",
        .credentialAck, Expected(sequence: 1, number: 1)),
    Vector(
        "ACK: passphrase length",
        "11 02 01 00 02",
        .credentialAck, Expected(sequence: 2, number: 2)),
    Vector(
        "ACK: storage failure",
        "11 03 01 00 03",
        .credentialAck, Expected(sequence: 3, number: 3)),
    Vector(
        "ACK: unknown status 9",
        "11 04 01 00 09",
        .credentialAck, Expected(sequence: 4, number: 9)),
    Vector(
        "status request",
        "20 02 00 00",
        .statusRequest, Expected(sequence: 2)),
    Vector(
        "status: not connected, Barn",
        "21 1E 0B 00 01 00 00 00 00 00 04 42 61 72 6E",
        .statusResponse, Expected(sequence: 30, ssid: "4261726E", rssi: 0, number: 1)),
    Vector(
        "status: connecting, Barn",
        "21 1F 0B 00 02 00 00 00 00 00 04 42 61 72 6E",
        .statusResponse, Expected(sequence: 31, ssid: "4261726E", rssi: 0, number: 2)),
    Vector(
        "status: connected, Barn",
        "21 20 0B 00 03 D0 C0 A8 4D 14 04 42 61 72 6E",
        .statusResponse, Expected(sequence: 32, ssid: "4261726E", rssi: -48, number: 3, address: (192, 168, 77, 20))),
    Vector(
        "status: failed, Barn",
        "21 21 0B 00 04 00 00 00 00 00 04 42 61 72 6E",
        .statusResponse, Expected(sequence: 33, ssid: "4261726E", rssi: 0, number: 4)),
    Vector(
        "status: not connected, the lab",
        "21 1E 12 00 01 00 00 00 00 00 0B 4C 61 62 20 4E 65 74 77 6F 72 6B",
        .statusResponse, Expected(sequence: 30, ssid: "4C6162204E6574776F726B", rssi: 0, number: 1)),
    Vector(
        "status: connecting, the lab",
        "21 1F 12 00 02 00 00 00 00 00 0B 4C 61 62 20 4E 65 74 77 6F 72 6B",
        .statusResponse, Expected(sequence: 31, ssid: "4C6162204E6574776F726B", rssi: 0, number: 2)),
    Vector(
        "status: connected, the lab",
        "21 20 12 00 03 D0 C0 A8 4D 14 0B 4C 61 62 20 4E 65 74 77 6F 72 6B",
        .statusResponse, Expected(sequence: 32, ssid: "4C6162204E6574776F726B", rssi: -48, number: 3, address: (192, 168, 77, 20))),
    Vector(
        "status: failed, the lab",
        "21 21 12 00 04 00 00 00 00 00 0B 4C 61 62 20 4E 65 74 77 6F 72 6B",
        .statusResponse, Expected(sequence: 33, ssid: "4C6162204E6574776F726B", rssi: 0, number: 4)),
    Vector(
        "status: unknown state 9",
        "21 22 0B 00 09 FF 0A 00 00 01 04 42 61 72 6E",
        .statusResponse, Expected(sequence: 34, ssid: "4261726E", rssi: -1, number: 9, address: (10, 0, 0, 1))),
    Vector(
        "status: broadcast address, weakest signal",
        "21 23 07 00 03 80 FF FF FF FF 00",
        .statusResponse, Expected(sequence: 35, rssi: -128, number: 3, address: (255, 255, 255, 255))),
    Vector(
        "status: 32 bytes that are not text",
        "21 24 27 00 03 D8 0A 00 00 01 20 E0 E1 E2 E3 E4 E5 E6 E7 E8 E9 EA EB EC ED EE EF F0 F1 F2 F3 F4 F5 F6 F7 F8 F9 FA FB FC FD FE FF",
        .statusResponse, Expected(sequence: 36, ssid: "E0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF", rssi: -40, number: 3, address: (10, 0, 0, 1))),
    Vector(
        "error 1: Invalid message",
        "FF 28 11 00 01 0F 49 6E 76 61 6C 69 64 20 6D 65 73 73 61 67 65",
        .error, Expected(sequence: 40, number: 1)),
    Vector(
        "error 2: WiFi scan failed",
        "FF 28 12 00 02 10 57 69 46 69 20 73 63 61 6E 20 66 61 69 6C 65 64",
        .error, Expected(sequence: 40, number: 2)),
    Vector(
        "error 3: Not a Credential Write message",
        "FF 28 20 00 03 1E 4E 6F 74 20 61 20 43 72 65 64 65 6E 74 69 61 6C 20 57 72 69 74 65 20 6D 65 73 73 61 67 65",
        .error, Expected(sequence: 40, number: 3)),
    Vector(
        "error 4: Storage error",
        "FF 28 0F 00 04 0D 53 74 6F 72 61 67 65 20 65 72 72 6F 72",
        .error, Expected(sequence: 40, number: 4)),
    Vector(
        "error 5: Connection failed: Connection failed - wrong password or network issue",
        "FF 28 48 00 05 46 43 6F 6E 6E 65 63 74 69 6F 6E 20 66 61 69 6C 65 64 3A 20 43 6F 6E 6E 65 63 74 69 6F 6E 20 66 61 69 6C 65 64 20 2D 20 77 72 6F 6E 67 20 70 61 73 73 77 6F 72 64 20 6F 72 20 6E 65 74 77 6F 72 6B 20 69 73 73 75 65",
        .error, Expected(sequence: 40, number: 5)),
    Vector(
        "error 5: Connection failed: Network not found",
        "FF 28 26 00 05 24 43 6F 6E 6E 65 63 74 69 6F 6E 20 66 61 69 6C 65 64 3A 20 4E 65 74 77 6F 72 6B 20 6E 6F 74 20 66 6F 75 6E 64",
        .error, Expected(sequence: 40, number: 5)),
    Vector(
        "error 5: Connection failed: Connection timeout",
        "FF 28 27 00 05 25 43 6F 6E 6E 65 63 74 69 6F 6E 20 66 61 69 6C 65 64 3A 20 43 6F 6E 6E 65 63 74 69 6F 6E 20 74 69 6D 65 6F 75 74",
        .error, Expected(sequence: 40, number: 5)),
    Vector(
        "error 5: Connection failed - wrong password or network issue",
        "FF 28 35 00 05 33 43 6F 6E 6E 65 63 74 69 6F 6E 20 66 61 69 6C 65 64 20 2D 20 77 72 6F 6E 67 20 70 61 73 73 77 6F 72 64 20 6F 72 20 6E 65 74 77 6F 72 6B 20 69 73 73 75 65",
        .error, Expected(sequence: 40, number: 5)),
    Vector(
        "error 5: Network not found",
        "FF 28 13 00 05 11 4E 65 74 77 6F 72 6B 20 6E 6F 74 20 66 6F 75 6E 64",
        .error, Expected(sequence: 40, number: 5)),
    Vector(
        "error 5: Connection timeout",
        "FF 28 14 00 05 12 43 6F 6E 6E 65 63 74 69 6F 6E 20 74 69 6D 65 6F 75 74",
        .error, Expected(sequence: 40, number: 5)),
    Vector(
        "error 6: Unknown message type",
        "FF 28 16 00 06 14 55 6E 6B 6E 6F 77 6E 20 6D 65 73 73 61 67 65 20 74 79 70 65",
        .error, Expected(sequence: 40, number: 6)),
    Vector(
        "error 42: no text",
        "FF 28 02 00 2A 00",
        .error, Expected(sequence: 40, number: 42)),
    Vector(
        "error: text that is not UTF-8",
        "FF 29 08 00 04 06 62 61 64 20 FF FE",
        .error, Expected(sequence: 41, number: 4)),
    Vector(
        "unknown type 0, no payload",
        "00 01 00 00",
        .unknown, Expected(sequence: 1, number: 0)),
    Vector(
        "unknown type 0x30",
        "30 01 03 00 61 62 63",
        .unknown, Expected(sequence: 1, number: 48)),
    Vector(
        "unknown type 0xFE, 253 bytes",
        "FE 01 FD 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
        .unknown, Expected(sequence: 1, number: 254)),
    Vector(
        "nothing",
        "",
        fault: .truncated, at: 0),
    Vector(
        "header of 1",
        "01",
        fault: .truncated, at: 1),
    Vector(
        "header of 2",
        "01 00",
        fault: .truncated, at: 2),
    Vector(
        "header of 3",
        "01 00 00",
        fault: .truncated, at: 3),
    Vector(
        "header without its payload",
        "02 05 10 00",
        fault: .truncated, at: 4),
    Vector(
        "entry one byte short",
        "02 01 08 00 04 42 61 72 6E C8 02",
        fault: .truncated, at: 11),
    Vector(
        "greatest length, little there",
        "02 01 FF FF 04",
        fault: .truncated, at: 5),
    Vector(
        "entry without payload",
        "02 01 00 00",
        fault: .payloadTooShort, at: 4),
    Vector(
        "entry whose SSID reaches past the payload",
        "02 01 08 00 05 42 61 72 6E C8 02 06",
        fault: .payloadTooShort, at: 5),
    Vector(
        "entry with a byte too many",
        "02 01 09 00 04 42 61 72 6E C8 02 06 00",
        fault: .payloadTooLong, at: 12),
    Vector(
        "entry with an SSID length of 33",
        "02 01 25 00 21 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 C8 02 06",
        fault: .ssidLength, at: 4),
    Vector(
        "entry with an SSID length of 255",
        "02 01 08 00 FF 42 61 72 6E C8 02 06",
        fault: .ssidLength, at: 4),
    Vector(
        "list start with a payload",
        "01 00 01 00 00",
        fault: .payloadTooLong, at: 4),
    Vector(
        "list end without its count",
        "03 00 00 00",
        fault: .payloadTooShort, at: 4),
    Vector(
        "list end with two counts",
        "03 00 02 00 01 02",
        fault: .payloadTooLong, at: 5),
    Vector(
        "credentials with an SSID length of 0",
        "10 01 0A 00 00 08 68 75 6E 74 65 72 32 32",
        fault: .ssidLength, at: 4),
    Vector(
        "credentials without a passphrase length",
        "10 01 05 00 04 42 61 72 6E",
        fault: .payloadTooShort, at: 5),
    Vector(
        "credentials whose passphrase reaches past the payload",
        "10 01 0A 00 04 42 61 72 6E 05 61 62 63 64",
        fault: .payloadTooShort, at: 10),
    Vector(
        "credentials with a byte too many",
        "10 01 0B 00 04 42 61 72 6E 04 61 62 63 64 65",
        fault: .payloadTooLong, at: 14),
    Vector(
        "credentials with a passphrase length of 255",
        "10 01 0A 00 04 42 61 72 6E FF 61 62 63 64",
        fault: .passphraseLength, at: 9),
    Vector(
        "ACK without a status",
        "11 00 00 00",
        fault: .payloadTooShort, at: 4),
    Vector(
        "ACK with two",
        "11 00 02 00 00 00",
        fault: .payloadTooLong, at: 5),
    Vector(
        "status request with a payload",
        "20 00 01 00 00",
        fault: .payloadTooLong, at: 4),
    Vector(
        "status one byte short of its fields",
        "21 01 06 00 00 00 00 00 00 00",
        fault: .payloadTooShort, at: 4),
    Vector(
        "status whose SSID reaches past the payload",
        "21 01 07 00 03 C8 C0 A8 01 64 04",
        fault: .payloadTooShort, at: 11),
    Vector(
        "status with an SSID length of 33",
        "21 01 28 00 03 C8 C0 A8 01 64 21 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78",
        fault: .ssidLength, at: 10),
    Vector(
        "status with a byte too many",
        "21 01 08 00 00 00 00 00 00 00 00 41",
        fault: .payloadTooLong, at: 11),
    Vector(
        "error without a length",
        "FF 00 01 00 02",
        fault: .payloadTooShort, at: 4),
    Vector(
        "error whose text reaches past the payload",
        "FF 00 04 00 02 03 61 62",
        fault: .payloadTooShort, at: 6),
    Vector(
        "error with a byte too many",
        "FF 00 04 00 02 01 61 62",
        fault: .payloadTooLong, at: 7),
]
