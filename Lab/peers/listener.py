"""What both centrals do with what they hear: messages out of pieces, each printed as one JSON object a line."""
import asyncio
import json

import frames


def print_event(event):
    print(json.dumps(event), flush=True)


class Listener:
    def __init__(self, tell=print_event):
        self.tell = tell
        self.states = asyncio.Queue()
        self.list_ended = asyncio.Event()
        self.longest = 0
        self._rest = {}

    def hear(self, characteristic, piece):
        """One notification of a characteristic: a part of a message, one, or several."""
        self.longest = max(self.longest, len(piece))
        data = self._rest.get(characteristic, b"") + bytes(piece)
        messages, self._rest[characteristic] = frames.split(data)
        for message in messages:
            event = frames.described(message)
            self.tell(event)
            if event["event"] == "listEnd":
                self.list_ended.set()
            elif event["event"] == "status":
                self.states.put_nowait(event["state"])

    async def list(self):
        await asyncio.wait_for(self.list_ended.wait(), 60)

    async def outcome(self):
        """The state that follows the next Connecting."""
        began = False
        while True:
            state = await asyncio.wait_for(self.states.get(), 60)
            began = began or state == frames.CONNECTING
            if began and state != frames.CONNECTING:
                return state
