"""Nordic's messages for the peers: Google's protobuf with the schema that the agreement test has, and the vectors.

Nothing of the project is imported: the schema beside the agreement test is the tables of the service, and no code of ours.
"""
import json
import pathlib
import sys

PROJECT = pathlib.Path(__file__).parents[2]
# Debian's protobuf, for Debian's Python, which the lab's Python is.
sys.path += [str(PROJECT / "Tests/NordicAgreement"), "/usr/lib/python3/dist-packages"]

import schema  # noqa: E402

SERVICE, INFO, CONTROL_POINT, DATA_OUT = (f"1438780{n}-130C-49E7-B877-2881C89CB258" for n in range(4))

GET_STATUS, START_SCAN, STOP_SCAN, SET_CONFIG, FORGET_CONFIG = range(1, 6)
SUCCESS, INVALID_ARGUMENT, INVALID_PROTO, INTERNAL_ERROR = range(4)
DISCONNECTED, AUTHENTICATION, ASSOCIATION, OBTAINING_IP, CONNECTED, CONNECTION_FAILED = range(6)
BAND_ANY, BAND_2_4_GH, BAND_5_GH = range(3)
OPEN, WEP, WPA_PSK, WPA2_PSK, WPA_WPA2_PSK, WPA2_ENTERPRISE, WPA3_PSK = range(7)

_classes = schema.classes()
Info, Request, Response, Result = (_classes[name] for name in ("Info", "Request", "Response", "Result"))
WifiInfo, ScanRecord = _classes["WifiInfo"], _classes["ScanRecord"]


def vector(kind, name):
    """The bytes of a vector."""
    with open(PROJECT / "Vectors/nordic.jsonl", encoding="utf-8") as file:
        for line in file:
            entry = json.loads(line)
            if entry["type"] == kind and entry["name"] == name:
                return bytes.fromhex(entry["hex"])
    raise LookupError(f"nordic.jsonl has no {kind} {name!r}")


def varint(data, at):
    """The number at an offset, and the offset behind it."""
    number, shift = 0, 0
    while True:
        byte = data[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return number, at


def fields(data):
    """The fields of a message as (number, wire type, value), for those that are numbers or have a length."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        number, kind = tag >> 3, tag & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            length, at = varint(data, at)
            value, at = data[at : at + length], at + length
        else:
            raise ValueError(f"wire type {kind}")
        yield number, kind, value
