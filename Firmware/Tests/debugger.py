"""As much of GDB's remote serial protocol as stops an emulated machine at a function."""


class Debugger:
    """The debugger's end of a connection; the machine stands still when it is made."""

    def __init__(self, line):
        self.line = line
        self.raw = b""

    def stop_at(self, places):
        for place in places:
            assert self.ask(f"Z0,{place:x},2") == b"OK"

    def go_on(self):
        self.send("c")

    def step_on(self):
        """Goes on from a place at which it stops: past it by a step, which passes over the stop that is there."""
        assert self.ask("s")[:1] == b"T"
        self.go_on()

    def has_stopped(self):
        """Takes what has come; whether it says that the machine has stopped."""
        self.receive()
        body = self.packet()
        assert body is None or body[:1] == b"T", body
        return body is not None

    def ask(self, text):
        self.send(text)
        while (body := self.packet()) is None:
            self.receive()
        return body

    def send(self, text):
        body = text.encode()
        self.line.sendall(b"$" + body + b"#%02x" % (sum(body) & 0xFF))

    def receive(self):
        data = self.line.recv(4096)
        assert data, "the debugger has gone"
        self.raw += data

    def packet(self):
        """The next packet, if it is here; what stands before it acknowledges what was sent."""
        start, end = self.raw.find(b"$"), self.raw.find(b"#")
        if not 0 <= start < end or len(self.raw) < end + 3:
            return None
        body, self.raw = self.raw[start + 1 : end], self.raw[end + 3 :]
        self.line.sendall(b"+")
        return body
