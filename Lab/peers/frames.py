"""Messages for the peers, taken from the vector file: what a peer sends was written down before it ran.

Only the header is read and written here (type, sequence number, length, little-endian); nothing of the project is
imported.
"""
import itertools
import json
import pathlib

VECTORS = pathlib.Path(__file__).parents[2] / "Vectors/wifiset.jsonl"

LIST_START, ENTRY, LIST_END = 0x01, 0x02, 0x03
CREDENTIALS, ACK = 0x10, 0x11
STATUS_REQUEST, STATUS, ERROR = 0x20, 0x21, 0xFF

NOT_CONFIGURED, NOT_CONNECTED, CONNECTING, CONNECTED, CONNECTION_FAILED = range(5)


def is_whole(frame):
    return len(frame) >= 4 and len(frame) == 4 + int.from_bytes(frame[2:4], "little")


def _load():
    with open(VECTORS, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file if line.strip()]
    frames = (bytes.fromhex(line["hex"]) for line in lines if "message" in line)
    return [frame for frame in frames if is_whole(frame)]


_frames = _load()


def _pick(what, wanted):
    for frame in _frames:
        if wanted(frame):
            return frame
    raise LookupError(f"{VECTORS.name} has no {what}")


def numbered(frame, sequence):
    """The frame as the message with this sequence number."""
    return frame[:1] + bytes([sequence & 0xFF]) + frame[2:]


def start():
    return _pick("list start", lambda f: f[0] == LIST_START and len(f) == 4)


def end(count):
    return _pick(f"list end of {count}", lambda f: f[0] == LIST_END and f[4:] == bytes([count]))


def entries(first, count):
    """That many network entries, that of `first` at the head: those of the vectors, again and again (raw lists repeat)."""
    found = [frame for frame in _frames if frame[0] == ENTRY]
    found.sort(key=lambda frame: ssid_of_entry(frame) != first)
    return list(itertools.islice(itertools.cycle(found), count))


def credentials(ssid, passphrase):
    payload = bytes([len(ssid)]) + ssid + bytes([len(passphrase)]) + passphrase
    return _pick(f"credentials for {ssid!r} with that passphrase", lambda f: f[0] == CREDENTIALS and f[4:] == payload)


def ack(code):
    return _pick(f"ACK {code}", lambda f: f[0] == ACK and f[4:] == bytes([code]))


def status_request():
    return _pick("status request", lambda f: f[0] == STATUS_REQUEST and len(f) == 4)


def status(state, ssid):
    return _pick(
        f"status {state} for {ssid!r}",
        lambda f: f[0] == STATUS and f[4] == state and f[11:] == ssid,
    )


def error(code, text):
    return _pick(f"error {code} {text!r}", lambda f: f[0] == ERROR and f[4] == code and f[6:] == text.encode())


def ssid_of_entry(frame):
    return frame[5 : 5 + frame[4]]


def credentials_of(frame):
    """SSID and passphrase of a credential write, or None when its lengths do not fit."""
    payload = frame[4:]
    if not is_whole(frame) or frame[0] != CREDENTIALS or len(payload) < 2:
        return None
    end_of_ssid = 1 + payload[0]
    if end_of_ssid >= len(payload) or end_of_ssid + 1 + payload[end_of_ssid] != len(payload):
        return None
    return payload[1:end_of_ssid], payload[end_of_ssid + 1 :]


def split(data):
    """The whole messages at the beginning of `data`, and what is left."""
    messages = []
    while len(data) >= 4 and len(data) >= 4 + int.from_bytes(data[2:4], "little"):
        length = 4 + int.from_bytes(data[2:4], "little")
        messages.append(data[:length])
        data = data[length:]
    return messages, data


def described(message):
    """The message as one of the events that the centrals print."""
    kind, payload = message[0], message[4:]
    if kind == ENTRY:
        return {"event": "network", "ssidHex": ssid_of_entry(message).hex()}
    if kind == LIST_END:
        return {"event": "listEnd", "count": payload[0]}
    if kind == ACK:
        return {"event": "ack", "code": payload[0]}
    if kind == ERROR:
        return {"event": "error", "code": payload[0], "text": payload[2:].decode(errors="replace")}
    if kind == STATUS:
        address = ".".join(map(str, payload[2:6]))
        return {"event": "status", "state": payload[0], "address": address, "ssidHex": payload[7:].hex()}
    return {"event": "message", "type": kind}
