"""A central on bumble that stays at the least MTU, 23, and writes credentials as one JSON object, in pieces of 18 bytes.

    peer small_json_central --address DEVICE VECTOR ...

Events: {"event": "link", "mtu"}; for each vector {"event": "written"} or {"event": "refused", "code"}.
"""
import argparse

from bumble import att, hci
from bumble.core import UUID
from bumble.device import Peer

import written_objects
from small_central import find, write_long

SERVICE, CREDENTIALS = (UUID(f"8E2A4F1{n}-6C3B-4D57-9A61-0B7D52E4C831") for n in (0, 1))
ADDRESS = "F0:F1:F2:F3:F4:F7"


async def run(air, arguments, tell):
    parser = argparse.ArgumentParser()
    parser.add_argument("--address", required=True)
    parser.add_argument("vectors", nargs="+")
    options = parser.parse_args(arguments)
    async with air.device("small JSON", ADDRESS) as device:
        device.gatt_server.max_mtu = 23  # BlueZ asks for more from its side too
        await device.power_on()
        address = await find(device, options.address, SERVICE)
        connection = await device.connect(address, own_address_type=hci.OwnAddressType.PUBLIC)
        peer = Peer(connection)
        await peer.discover_services([SERVICE])
        await peer.discover_characteristics()
        characteristic = peer.get_characteristics_by_uuid(CREDENTIALS)[0]
        tell({"event": "link", "mtu": connection.att_mtu})
        for name in options.vectors:
            answer = await write_long(peer.gatt_client, characteristic.handle, written_objects.vector(name))
            if isinstance(answer, att.ATT_Error_Response):
                tell({"event": "refused", "code": int(answer.error_code)})
            else:
                tell({"event": "written"})
    return 0
