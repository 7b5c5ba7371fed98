"""Writes what each fuzz target begins with into CORPUS/TARGET: seeds.py CORPUS"""

import json
import pathlib
import struct
import sys


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


def captures(frames):
    """Notifications of whole messages on one connection, in each of the datalinks."""
    def record(data, flags):
        return struct.pack(">IIIIQ", len(data), len(data), flags, 0, 0) + data

    def packet(value):
        unit = b"\x1b" + struct.pack("<H", 3) + value
        unit = struct.pack("<HH", len(unit), 4) + unit
        return struct.pack("<HH", 0x2001, len(unit)) + unit

    header = b"btsnoop\0" + struct.pack(">I", 1)
    return [
        header + struct.pack(">I", datalink) + b"".join(
            record(prefix + packet(frame), flags) for frame in frames[:6])
        for datalink, prefix, flags in [(1001, b"", 1), (1002, b"\x02", 1), (2001, b"", 5)]
    ]


def nordic():
    """Messages as firmware and the mobile libraries send them."""
    wifi = bytes.fromhex("0a0454657374120602000000010018012006 2804".replace(" ", ""))
    config = b"\x0a" + bytes([len(wifi)]) + wifi + b"\x12\x08longenou" + b"\x18\x01"
    status = b"\x08\x04\x52" + bytes([len(wifi)]) + wifi + b"\x5a\x06\x0a\x04\xc0\xa8\x01\x64"
    record = b"\x0a" + bytes([len(wifi)]) + wifi + b"\x10\xcc\xff\xff\xff\xff\xff\xff\xff\xff\x01"
    return {
        "FuzzNordicInfo": [b"\x08\x01", b"", b"\x08\x80\x01"],
        "FuzzNordicRequest": [b"\x08\x01", b"\x08\x02\x52\x06\x08\x01\x10\x01\x18\x64", b"\x08\x03", b"\x08\x05",
                              b"\x08\x04\x5a" + bytes([len(config)]) + config],
        "FuzzNordicResponse": [b"\x08\x02\x10\x00", b"\x10\x02", b"\x08\x01\x10\x00\x52" + bytes([len(status)]) + status],
        "FuzzNordicResult": [b"\x0a" + bytes([len(record)]) + record, b"\x10\x04", b"\x10\x05\x18\x00",
                             b"\x7b\x08\x01\x7c\x10\x01"],
    }


def main():
    corpus = pathlib.Path(sys.argv[1])
    frames = wifiset_frames()
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
        "FuzzCapture": captures(frames),
        **nordic(),
    }
    for target, inputs in seeds.items():
        folder = corpus / target
        folder.mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(inputs):
            (folder / f"vector-{number}").write_bytes(data)


if __name__ == "__main__":
    main()
