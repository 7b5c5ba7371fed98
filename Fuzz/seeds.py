"""Writes what each fuzz target begins with into CORPUS/TARGET: seeds.py CORPUS"""

import json
import pathlib
import struct
import sys

import machine_seeds


def wifiset_frames():
    lines = pathlib.Path("Vectors/wifiset.jsonl").read_text(encoding="utf-8").splitlines()
    return [bytes.fromhex(json.loads(line)["hex"]) for line in lines]


def uuid(text):
    return bytes.fromhex(text.replace("-", ""))


SERVICE = uuid("4fafc201-1fb5-459e-8fcc-c5c9c331914b")
NORDIC = uuid("14387800-130c-49e7-b877-2881c89cb258")


def link_packets():
    """One packet of each kind, and one of several notifications."""
    packets = [struct.pack("<BHHH", kind, 1, 0, 185) + b"value" for kind in range(1, 16) if kind != 13]
    table = bytes([1]) + SERVICE + struct.pack("<H", 1) + SERVICE + struct.pack("<H", 0x12)
    packets.append(struct.pack("<BHHH", 13, 1, 0, 0) + table)
    notification = struct.pack("<BHHH", 14, 0, 1, 0) + b"one"
    packets.append(b"\xff" + 2 * (struct.pack("<H", len(notification)) + notification))
    return packets


def advertisements():
    return [
        b"\x01\xc8\x04Lamp\x01" + SERVICE + b"\x00",
        b"\x01\xc8\x00\x01" + NORDIC + b"\x01" + NORDIC + b"\x04\x01\x03\x00\xce",
    ]


def captures(frames, messages):
    """Notifications of whole messages on one connection, in each of the datalinks."""
    def record(data, flags):
        return struct.pack(">IIIIQ", len(data), len(data), flags, 0, 0) + data

    def packet(value):
        unit = b"\x1b" + struct.pack("<H", 3) + value
        unit = struct.pack("<HH", len(unit), 4) + unit
        return struct.pack("<HH", 0x2001, len(unit)) + unit

    def unit(value, flags):
        """An attribute protocol's unit, sent where `flags` says so."""
        whole = struct.pack("<HH", len(value), 4) + value
        return record(b"\x02" + struct.pack("<HH", 0x2001, len(whole)) + whole, flags)

    header = b"btsnoop\0" + struct.pack(">I", 1)
    wifiset = [b"\x08\1\0\xff\xff\x03\x28", b"\x09\x15" + b"".join(
        struct.pack("<HBH", 2 * number, 0x12, 2 * number + 1) + uuid(
            f"4fafc20{number}-1fb5-459e-8fcc-c5c9c331914b")[::-1] for number in (2, 3, 4))]
    short = [b"\x08\1\0\xff\xff\x03\x28", b"\x09\7\2\0\2\3\0\x00\x2a"]
    status = next(frame for frame in frames if frame[:1] == b"\x21")
    reads = [b"\x0a\x09\0", b"\x0b" + status[:9], b"\x0c\x09\0\x09\0", b"\x0d" + status[9:], b"\x0a\x05\0"]
    writes = [b"\x16\7\0\0\0" + frames[1][:9], b"\x17\7\0\0\0", b"\x16\7\0\x09\0" + frames[1][9:], b"\0",
              b"\x18\1"]
    several = [b"\0", b"\x23" + b"".join(
        struct.pack("<HH", 9, len(frame)) + frame for frame in frames[:3] if len(frame) < 200)]
    secure = [b"\x08\1\0\xff\xff\x03\x28", b"\x09\x15" + b"".join(
        struct.pack("<HBH", 2 * number, 0x12, 2 * number + 1) + uuid(
            f"1438780{number}-130c-49e7-b877-2881c89cb258")[::-1] for number in (1, 2, 3))]
    asked = [[b"\x12\5\0" + request, b"\x13", b"\x0a\3\0", b"\x1d\5\0" + response, b"\x1e", b"\x0b\x08\1", b"\0",
              b"\x1b\7\0" + result, b"\x0a\3\0"]
             for request in messages["FuzzNordicRequest"][:4] for response in messages["FuzzNordicResponse"][:3]
             for result in messages["FuzzNordicResult"][:2]]
    talks = [talk for pair in asked for talk in (pair, secure + pair)]
    talks += [wifiset, short, reads, wifiset + reads, short + reads, writes, wifiset + writes, wifiset + several]
    talks.append(several)
    uart = header + struct.pack(">I", 1002)
    return [
        header + struct.pack(">I", datalink) + b"".join(
            record(prefix + packet(frame), flags) for frame in frames[:6])
        for datalink, prefix, flags in [(1001, b"", 1), (1002, b"\x02", 1), (2001, b"", 5)]
    ] + [uart + b"".join(unit(value, place % 2) for place, value in enumerate(talk)) for talk in talks] + [
        uart + b"".join(unit(b"\x1b\3\0" + frame[:6], 1) for frame in frames[:3]) + record(event, 1) + unit(
            b"\x1b\3\0" + frames[1][:6], 1)
        for event in (b"\x04\x05\4\0\1\x20\x13", b"\x04\x3e\x13\1\0\1\x20" + bytes(15), b"\x04\3\4\0\1\x20\0")
    ]


def nordic():
    """Messages as firmware and the mobile libraries send them."""
    wifi = bytes.fromhex("0a0454657374120602000000010018012006 2804".replace(" ", ""))
    config = b"\x0a" + bytes([len(wifi)]) + wifi + b"\x12\x08longenou" + b"\x18\x01"
    status = b"\x08\x04\x52" + bytes([len(wifi)]) + wifi + b"\x5a\x06\x0a\x04\xc0\xa8\x01\x64"
    record = b"\x0a" + bytes([len(wifi)]) + wifi + b"\x10\xcc\xff\xff\xff\xff\xff\xff\xff\xff\x01"
    seeds = {
        "FuzzNordicInfo": [b"\x08\x01", b"", b"\x08\x80\x01"],
        "FuzzNordicRequest": [b"\x08\x01", b"\x08\x02\x52\x06\x08\x01\x10\x01\x18\x64", b"\x08\x03", b"\x08\x05",
                              b"\x08\x04\x5a" + bytes([len(config)]) + config],
        "FuzzNordicResponse": [b"\x08\x02\x10\x00", b"\x10\x02",
                               b"\x08\x01\x10\x00\x52" + bytes([len(status)]) + status],
        "FuzzNordicResult": [b"\x0a" + bytes([len(record)]) + record, b"\x10\x04", b"\x10\x05\x18\x00",
                             b"\x7b\x08\x01\x7c\x10\x01"],
    }
    # long enough that each length takes two bytes
    name = b"\x0a\xa0\x01" + b"n" * 160
    long = name + b"\x12\0\x20\0"
    for target, head in [("Request", b"\x08\4\x5a"), ("Response", b"\x08\1\x10\0\x52"), ("Result", b"\x0a")]:
        inner = (b"\x52" if target == "Response" else b"\x0a") + bytes([len(long) % 128 | 128, len(long) // 128]) + long
        seeds["FuzzNordic" + target].append(head + bytes([len(inner) % 128 | 128, len(inner) // 128]) + inner)
    for line in pathlib.Path("Vectors/nordic.jsonl").read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        seeds["FuzzNordic" + vector["type"].capitalize()].append(bytes.fromhex(vector["hex"]))
    return seeds


def credential_records():
    """Without their checksum, which the target adds."""
    def record(ssid, passphrase, security, hidden, bssid, channel):
        return (b"gangway credentials 1\n" + bytes([len(ssid)]) + ssid + bytes([len(passphrase)]) + passphrase
                + struct.pack("<HBB", security, hidden, bssid is not None) + (bssid or bytes(6)) + bytes([channel]))

    return [
        record(b"Barn", b"correct horse", 2, 0, None, 0), record(b"Guests", b"", 0, 1, bytes(range(1, 7)), 149),
        record(b"n" * 32, b"p" * 64, 0x107, 0, None, 255),
        record(b"Barn", b"correct horse", 2, 0, None, 0) + b"\x09home/lamp4fafc201-1fb5-459e-8fcc-c5c9c331914b",
    ]


def simulations():
    """The document's own example, and what it does not show."""
    document = pathlib.Path("Docs/SimulatedStation.md").read_text(encoding="utf-8")
    example = document.split("```json\n", 1)[1].split("```", 1)[0]
    network = {"ssid": "a", "passphrase": "1234567890"}
    texts = [
        {"networks": [network | {"ssid": "\u00e9\U0001f600\"\\\b\f\n\r\t/", "security": "unknown(7)"}]},
        {"networks": [network | {"security": "wep", "band": "6", "failure": "hangs"}]},
        {"networks": [{"ssid": "a", "security": "wpa2-enterprise", "bssid": "c4:c5:c6:c7:c8:01"}], "failures": {}},
        [None, True, False, -0.5e+10, [], {}, "x"],
    ]
    seeds = [json.dumps(text, ensure_ascii=is_ascii).encode() for is_ascii in (True, False) for text in texts]
    escapes = rb'{"networks": [{"ssid": "\ud83d\ude00\/", "security": "open", "hidden": false}]}'
    return [example.encode(), escapes, *seeds]


def directories():
    """A list as people have it, and one that this program exported."""
    device = {"id": "4fafc201-1fb5-459e-8fcc-c5c9c331914b", "name": "Lamp", "topic": "barn/lamp"}
    plain = device | {"category": "Barn", "image": "lamp", "isActive": True, "note": [1, None], "kind": 3}
    full = device | {
        "kind": "lamp", "mode": 2, "isActive": False, "reported": "2026-11-30T01:42:24.123Z", "other": {"note": {}},
        "lastSeen": "2026-11-30T01:42:24.123Z", "signal": [["2026-11-30T01:42:24.123Z", -50]],
        "provisioned": {"method": "wifiset", "time": "2026-11-30T01:42:24Z", "network": "Barn"}}
    lists = [[plain], {"format": "gangway.devices", "version": 1, "categories": ["Barn"], "devices": [full, plain]},
             [device | {"id": 1}, device | {"topic": "a/#"}, 1], {"version": 2, "devices": []}, {"devices": [full] * 2},
             {"devices": [device | {"category": None}, full | {"mode": "x"}], "categories": [1, ""]},
             {"devices": [], "categories": 3}, [device | {"name": "n" * 201}, device | {"topic": "t" * 201}]]
    return [json.dumps(entries, indent=1).encode() for entries in lists]


def catalogues():
    """The example, a kind with every member, and kinds that hide each other."""
    kind = {"id": "lamp", "advertisedPrefix": "Lamp", "topic": "home/lamp"}
    full = kind | {
        "name": "Lamp", "category": "Lights", "service": "4fafc201-1fb5-459e-8fcc-c5c9c331914b",
        "characteristic": "180a",
        "modes": [{"number": -1, "name": "Dim"}, {"number": 2, "name": "Bright"}], "picture": "lamp"}
    other = {"id": "lamp2", "advertisedName": "Lamp 2", "topic": "home/lamp"}
    lists = [[full, other], [kind, other | {"advertisedPrefix": "L"}], [kind, kind | {"id": "a"}], [kind] * 2]
    return [pathlib.Path("Examples/devices.json").read_bytes(),
            *(json.dumps({"$schema": "x", "kinds": kinds}, indent=1).encode() for kinds in lists)]


def device_messages():
    """Each role of a topic, and each kind of body."""
    device = "4fafc201-1fb5-459e-8fcc-c5c9c331914b"
    bodies = [{"id": device, "status": True, "mode": 2}, {"id": device, "status": False, "mode": None, "x": 1},
              {"uuid": device, "status": True, "mode": 0}, {"id": 1}, {"mode": "x"}, [], {"status": 1}, {"mode": 1.5}]
    topics = [f"home/lamp/{device}", f"home/lamp/{device}/state", f"lamp/{device.upper()}/availability", f"/{device}",
              "x/y"]
    return [f"{topic}\n{json.dumps(body)}".encode() for topic in topics for body in bodies]


def texts():
    """The first byte says what the text is to name."""
    faults = ("mtu=23,latency=20,loss=5,duplicates=5,reorder=5,seed=7,cut=9:after,cuts=2,lose=4,double=4,swap=4,silent,"
              "refuse=2,unpairable,forgetful,norepairing,radio=off")
    return [bytes([kind]) + text for kind, text in [
        (0, b"C4:C5:C6:C7:C8:01"), (1, b"4FAFC201-1FB5-459E-8FCC-C5C9C331914B"), (1, b"180a"), (2, b"192.168.1.100"),
        (3, "B\u00e4rn\n\u202e".encode() + b"\xff\xe2\x82"), (4, b"2026-11-30T01:42:24.123Z"),
        (4, b"2024-02-29t23:59:60.5-23:59"), (5, b"4FAFC201-1fb5-459e-8fcc-c5c9c331914b"), (6, b"a/+/b/#\na/x/b/c"),
        (6, b"#\n$SYS/x"), (7, faults.encode()), *((7, fault.encode()) for fault in faults.split(",")),
        (7, b"cut=3:before cut=3"),
    ]]


def hex_inputs(frames, messages):
    """The first byte says what the digits are, the second where they are cut."""
    kinds = ["FuzzNordicRequest", "FuzzNordicResponse", "FuzzNordicResult", "FuzzNordicInfo", "FuzzTopicJSON"]
    return ([bytes([0, 7]) + frame.hex().encode() for frame in frames]
            + [b"\0\t" + b": ".join([frame.hex(" ").encode() for frame in frames[:4]]), b"\0\x0510 0x", b"\0\x0510 0"]
            + [bytes([kind + 1, 5]) + data.hex(":").upper().encode()
               for kind, name in enumerate(kinds) for data in messages[name]])


def main():
    corpus = pathlib.Path(sys.argv[1])
    frames = wifiset_frames()
    messages = nordic()
    messages["FuzzTopicJSON"] = [bytes.fromhex(vector["hex"]) for vector in map(
        json.loads, pathlib.Path("Vectors/topicjson.jsonl").read_text(encoding="utf-8").splitlines())]
    seeds = {
        "FuzzDecoder": frames,
        "FuzzFramer": [
            b"".join(bytes([0, (len(f[i:i + 20]) + 1) // 2]) + f[i:i + 20] for i in range(0, len(f), 20))
            for f in frames
        ],
        "FuzzCredentials": [
            bytes([security, 0, f[4]]) + f[5:5 + f[4]] + f[6 + f[4]:]
            for f in frames if len(f) > 5 and f[0] == 0x10 for security in range(6)
        ],
        "FuzzLinkPacket": link_packets(),
        "FuzzAdvertisement": advertisements(),
        "FuzzCapture": captures(frames, messages),
        **messages,
        "FuzzSimulation": simulations(),
        "FuzzCredentialRecord": credential_records(),
        "FuzzDirectory": directories(),
        "FuzzCatalogue": catalogues(),
        "FuzzMessage": device_messages(),
        "FuzzText": texts(),
        "FuzzHexInput": hex_inputs(frames, messages),
        "FuzzDevice": machine_seeds.devices(frames, messages),
        "FuzzProvisioner": machine_seeds.provisioners(frames, messages),
    }
    for target, inputs in seeds.items():
        folder = corpus / target
        folder.mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(inputs):
            (folder / f"vector-{number}").write_bytes(data)


if __name__ == "__main__":
    main()
