#!/usr/bin/env python3
"""Writes all that the kernel's monitor channel tells into a btsnoop file: capture.py FILE

Only records: a program that also decodes what it hears ends at the first packet that it is not up to.
"""
import ctypes
import os
import signal
import struct
import sys
import time

# Numbers of the kernel's: Python has the names only where it was built with BlueZ's headers.
AF_BLUETOOTH, SOCK_RAW, BTPROTO_HCI, MONITOR, NO_DEVICE = 31, 3, 1, 2, 0xFFFF
SOL_SOCKET, SO_RCVBUFFORCE, ROOM = 1, 33, 8 << 20
HEADER = struct.Struct("<HHH")  # operation, adapter, length
RECORD = struct.Struct(">IIIIQ")  # original and included length, flags, drops, time
EPOCH = 0x00DCDDB30F2F8000  # 1970 in microseconds since the year 0, as btsnoop counts
DATALINK = 2001


def call(function, *arguments):
    result = function(*arguments)
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def monitor():
    """A socket on the monitor channel."""
    libc = ctypes.CDLL(None, use_errno=True)
    channel = call(libc.socket, AF_BLUETOOTH, SOCK_RAW, BTPROTO_HCI)
    room = ctypes.c_int(ROOM)
    call(libc.setsockopt, channel, SOL_SOCKET, SO_RCVBUFFORCE, ctypes.byref(room), ctypes.sizeof(room))
    address = struct.pack("=HHH", AF_BLUETOOTH, NO_DEVICE, MONITOR)
    call(libc.bind, channel, address, len(address))
    return channel


def main(path):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    channel = monitor()
    with open(path, "wb", buffering=0) as file:
        file.write(b"btsnoop\0" + struct.pack(">II", 1, DATALINK))
        while True:
            packet = os.read(channel, 65536)
            operation, adapter, length = HEADER.unpack_from(packet)
            data = packet[HEADER.size : HEADER.size + length]
            when = EPOCH + time.time_ns() // 1000
            file.write(RECORD.pack(len(data), len(data), adapter << 16 | operation, 0, when) + data)


if __name__ == "__main__":
    main(sys.argv[1])
