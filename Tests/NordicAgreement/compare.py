"""Google's protobuf and ours on the same bytes: compare.py PROGRAM [COUNT] [SEED]

Half of the messages are random and valid, half of them are mutated. Both have to accept the same ones, agree on whether
all required fields are there (IsInitialized()), and write the same bytes. What ours writes is read by Google's again.

Deliberate differences:
- Unknown enumeration numbers stay in their field (see schema.py).
- Groups of unknown fields may be nested 32 deep here and 100 deep there. Deeper ones are not made.
- Unknown fields are read and not kept: they are discarded from Google's message before it is written.
"""

import random
import subprocess
import sys
import warnings

from google.protobuf.message import DecodeError

import schema

CLASSES = schema.classes()
WARNINGS = []
warnings.simplefilter("always", RuntimeWarning)
warnings.showwarning = lambda *details, **more: WARNINGS.append(details)


def number(rng):
    """A number of any size, small ones often."""
    return rng.choice([0, 1, 2, 5, 127, 128, 255, 300, rng.getrandbits(14), rng.getrandbits(31)])


def fill(name, rng, message):
    """Sets about two thirds of the fields."""
    for field, _, kind, *_ in schema.MESSAGES[name]:
        if rng.random() < 0.33:
            continue
        if kind in schema.MESSAGES:
            fill(kind, rng, getattr(message, field))
            getattr(message, field).SetInParent()
        elif kind == "bool":
            setattr(message, field, rng.random() < 0.5)
        elif kind == "bytes":
            setattr(message, field, rng.randbytes(rng.choice([0, 4, 6, 8, 13, 32, 33, 63, 64, 130])))
        elif kind == "int32":
            setattr(message, field, rng.choice([1, -1, 1]) * number(rng))
        else:
            setattr(message, field, number(rng))
    return message


def varint(value):
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def unknown(rng, depth=0):
    """A field of any number and any wire type, whole or not."""
    tag = rng.choice([rng.randrange(1, 20), rng.getrandbits(29), rng.getrandbits(5)]) << 3
    kind = rng.randrange(6)
    if kind == 0:
        return varint(tag) + varint(rng.getrandbits(rng.choice([7, 32, 64])))
    if kind == 1:
        return varint(tag | 1) + rng.randbytes(8)
    if kind == 2:
        body = rng.randbytes(rng.randrange(20))
        return varint(tag | 2) + varint(len(body)) + body
    if kind == 3 and depth < 8:
        inside = b"".join(unknown(rng, depth + 1) for _ in range(rng.randrange(3)))
        return varint(tag | 3) + inside + varint(tag | 4)
    if kind == 5:
        return varint(tag | 5) + rng.randbytes(4)
    return varint(tag | rng.randrange(8))


def mutate(data, rng):
    """Bytes changed, cut, put in, doubled, or an unknown field somewhere."""
    data = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(data) + 1)
        kind = rng.randrange(7)
        if kind == 6 and place < len(data) and data[place] < 0x80:
            # the same number in more bytes than it needs, or in more than there are bits for
            length = rng.randrange(2, 11)
            data[place:place + 1] = bytes([data[place] | 0x80]) + b"\x80" * (length - 2) + bytes([rng.choice([0, 1, 7, 8, 16])])
        elif kind == 0 and place < len(data):
            data[place] = rng.getrandbits(8)
        elif kind == 1:
            del data[place:place + rng.randrange(1, 5)]
        elif kind == 2:
            data[place:place] = rng.randbytes(rng.randrange(1, 4))
        elif kind == 3:
            data[place:place] = unknown(rng)
        elif kind == 4:
            data += data[place:]
        else:
            data += unknown(rng)
    return bytes(data[:500])


def theirs(name, data):
    """What Google's reader and writer make of it."""
    message = CLASSES[name]()
    WARNINGS.clear()
    try:
        message.MergeFromString(data)
    except DecodeError:
        return "refused", None
    # At a field numbered 0 or the end of a group that was not begun it stops, warns, and keeps what it has. Google's other
    # readers refuse that.
    if WARNINGS:
        return "refused", None
    message.DiscardUnknownFields()
    whole = "whole" if message.IsInitialized() else "partial"
    return f"{whole} {message.SerializePartialToString(deterministic=True).hex()}", message


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    cases = []
    for index in range(count):
        name = rng.choice(schema.TOP)
        data = fill(name, rng, CLASSES[name]()).SerializePartialToString(deterministic=True)
        if index % 2:
            data = mutate(data, rng)
        cases.append((name, data))
    text = "".join(f"{name} {data.hex()}\n" for name, data in cases)
    answers = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    failed = refused = 0
    for (name, data), ours in zip(cases, answers, strict=True):
        expected, message = theirs(name, data)
        refused += expected == "refused"
        good = ours == expected
        if good and message is not None:
            again = CLASSES[name]()
            again.MergeFromString(bytes.fromhex(ours.split(" ")[1]))
            good = again == message
        if not good:
            failed += 1
            if failed <= 10:
                print(f"{name} {data.hex()}\n  ours   {ours}\n  google {expected}", file=sys.stderr)
    print(f"{len(cases)} messages, {refused} of them refused by both, {failed} taken differently")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
