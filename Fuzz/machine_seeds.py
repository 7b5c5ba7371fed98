"""What the targets of the state machines begin with: events, each a byte for its kind and then its parts."""


def devices(frames, messages):
    """Connect, subscribe, write whole or in pieces, take, report; the first byte picks the protocol."""
    def piece(data, number, offset):
        kind = bytes([4, 1, offset, 0]) if offset else b"\3\1"
        return kind + bytes([number, len(data)]) + data

    def report(kind, state):
        return b"\5\0" + state + b"\0\4Barn" + bytes([1, kind])

    begin = b"\0\1\2\1\2\2\1\4"
    found = b"\6\0\4Barn\1\1\2\2\0\xc8\6\1" + b"\7\0" + b"\x08\0" + b"\x0a\0\2" + b"\x0a\0\4" + b"\x0a\0\1"
    stored = b"\5\0\2\0\4Barn\1\2\4Barn"
    not_stored = b"\5\0\2\0\4Barn\1\3\4Barn"
    states = b"".join(report(kind, state) for kind, state in [
        (1, b"\2"), (1, b"\3"), (1, b"\4"), (1, b"\5\xc0\xa8\1\x64"), (4, b"\6\1\0"), (4, b"\6\2\0"),
        (4, b"\6\3\0"), (4, b"\6\5\0"), (4, b"\6\6\0"), (5, b"\0"), (6, b"\1"), (0, b"\1"),
    ])
    seeds = []
    for protocol, number, written in [
        (b"\0", 3, frames), (b"\1", 2, messages["FuzzNordicRequest"]), (b"\2", 1, messages["FuzzTopicJSON"]),
    ]:
        for data in written:
            first, rest = data[:20], data[20:255]
            seeds.append(protocol + begin + piece(data[:255], number, 0) + b"\1" + found + stored + states)
            seeds.append(protocol + begin + piece(first, number, 0) + piece(rest, number, 20) + not_stored + b"\1\1")
            seeds.append(protocol + begin + piece(first, number, 0) + b"\x09\0\xff" + piece(rest, number, 20) + found)
    # a long write that never ends: its third piece reaches past what an attribute holds
    for protocol, number, data in [(b"\1", 2, b"\x08\4\x5a\xff\x07"), (b"\2", 1, b'{"topic":"')]:
        pieces = piece(data.ljust(250, b"a"), number, 0) + piece(b"a" * 250, number, 250)
        seeds.append(protocol + begin + pieces + b"\4\1\xfa\1" + bytes([number, 250]) + b"a" * 250 + found)
    return seeds


def provisioners(frames, messages):
    """Operations that succeed, a wish, and what a device says meanwhile; the first byte picks the protocol."""
    def said(number, data):
        return bytes([3, number, len(data)]) + data

    done = b"\0\2\x08\x01"
    join = b"\x0a\2\4Barn\x08longenou"
    joins = [join + b"\0", join + b"\5\x60", join + b"\3\1\2\6\1\1\3"]
    wishes = [b"\x08\0", b"\x08\1\1\1\1\x64\0\1\2", b"\x09\0", b"\x09\1", b"\x09\2", b"\x09\3", *joins]
    wifiset = [said(2 if frame[:1] in (b"\1", b"\2", b"\3") else 4, frame[:255]) for frame in frames]
    nordic = [said(2, data) for data in messages["FuzzNordicResponse"]]
    nordic += [said(3, data) for data in messages["FuzzNordicResult"]]
    seeds = []
    empty = said(2, b"\x08\1\x10\0\x52\0")
    for protocol, talk, told, answer in [
        (b"\0", wifiset, wifiset_barn(said), b""), (b"\1", nordic, nordic_barn(said), empty),
    ]:
        begin = protocol + b"\1\xb9\0" + 6 * done
        everything = b"".join(talk)
        for wish in wishes:
            seeds.append(begin + wish + 2 * done + everything + 2 * done + b"\7\xff" + done)
            seeds.append(begin + wish + b"\2\1\5" + 3 * done)
            seeds += [begin + wish + done + one + 2 * done for one in talk]
        for wish in joins:
            begun = begin + wish + done
            # the question that comes before all else is answered, and the device is asked again when it is silent
            ready = begin + answer + wish + done + told[0]
            for first in told:
                seeds.append(begin + first + wish + done + first + done)
                for second in told:
                    seeds.append(begun + first + second + 2 * done + b"\7\x20")
                    seeds.append(ready + first + b"\7\x28" + done + second + done)
                seeds.append(begun + told[0] + b"\6" + done * 4 + first)
            seeds.append(begun + told[0] + b"\6" + 4 * done + b"".join(told))
        seeds.append(begin + b"".join(wishes) + 5 * done)
    # the protocol that only writes: credentials with an address, and what becomes of them
    begin = b"\2\1\xb9\0"
    steered = join + b"\0\x09home/lamp\x4f"
    endings = [done, b"\2\0\x80", b"\2\1", b"\6", b"\7\xff\7\xff", steered + done, b"\4\1\0"]
    for ending in endings:
        seeds += [begin + steered + ending + second for second in (b"", done, steered, b"\6" + steered)]
    return seeds


def wifiset_barn(said):
    """What a device says of the network that the joins name: ACK, each state, each error, a status of another one."""
    def status(state, name=b"Barn"):
        address = b"\xc0\xa8\1\x64" if state == 3 else bytes(4)
        return said(4, b"\x21\0" + bytes([7 + len(name), 0, state, 0xC8]) + address + bytes([len(name)]) + name)

    texts = [b"Connection failed - wrong password or network issue", b"Network not found", b"Connection timeout",
             b"Security not supported", b"Device fault", b"Scan failed", b""]
    errors = [said(4, b"\xff\0" + bytes([2 + len(text), 0, 5, len(text)]) + text) for text in texts]
    return [said(4, b"\x11\0\1\0\0"), *(status(state) for state in range(5)), *errors, status(3, b"House"),
            said(4, b"\x11\0\1\0\3"), said(4, b"\xff\0\2\0\3\0")]


def nordic_barn(said):
    """SUCCESS, each state and reason, each status of the network that the joins name, and one of another."""
    def status(state, name=b"Barn"):
        wifi = b"\x0a" + bytes([len(name)]) + name + b"\x12\0\x20\0"
        told = b"\x08" + bytes([state]) + b"\x52" + bytes([len(wifi)]) + wifi + b"\x5a\6\x0a\4\xc0\xa8\1\x64"
        return said(2, b"\x08\1\x10\0\x52" + bytes([len(told)]) + told)

    states = [said(3, b"\x10" + bytes([state])) for state in range(5)]
    reasons = [said(3, b"\x10\5\x18" + bytes([reason])) for reason in range(6)]
    refusals = [said(2, b"\x08\4\x10" + bytes([status])) for status in (1, 2, 3)]
    return [said(2, b"\x08\4\x10\0"), *states, *reasons, *(status(state) for state in range(6)), status(4, b"House"),
            *refusals]
