"""A WiFiSet central on bumble that never asks for more than the least MTU, 23.

    peer small_central [--address DEVICE] [--ssid-hex HEX --passphrase-hex HEX]

It waits for a device, takes its list and, if told to, provisions it. Events as those of central_bleak.py, and {"event":
"link", "mtu", "longest"} with the bytes of the longest notification.
"""
import argparse
import asyncio

from bumble import att, hci
from bumble.core import UUID, AdvertisingData
from bumble.device import Peer

import frames
from listener import Listener

SERVICE, LIST, CREDENTIAL, STATUS = (UUID(f"4FAFC20{n}-1FB5-459E-8FCC-C5C9C331914B") for n in (1, 2, 3, 4))
ADDRESS = "F0:F1:F2:F3:F4:F6"


async def find(device, wanted, service=SERVICE):
    """The address of the one that advertises the service, and is the one wanted where there is one."""
    found = asyncio.get_running_loop().create_future()

    def on_advertisement(advertisement):
        lists = advertisement.data.get_all(AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS)
        if wanted not in (None, advertisement.address.to_string(False)):
            return
        if not found.done() and any(service in uuids for uuids in lists):
            found.set_result(advertisement.address)

    device.on("advertisement", on_advertisement)
    await device.start_scanning(legacy=True, own_address_type=hci.OwnAddressType.PUBLIC, filter_duplicates=False)
    address = await asyncio.wait_for(found, 60)
    await device.stop_scanning()
    return address


async def run(air, arguments, tell):
    parser = argparse.ArgumentParser()
    parser.add_argument("--address")
    parser.add_argument("--ssid-hex", type=bytes.fromhex)
    parser.add_argument("--passphrase-hex", type=bytes.fromhex)
    options = parser.parse_args(arguments)
    async with air.device("small", ADDRESS) as device:
        device.gatt_server.max_mtu = 23  # BlueZ asks for more from its side too
        await device.power_on()
        return await provision(device, options, tell)


async def provision(device, options, tell):
    """The exit status: 0 where all went well."""
    address = await find(device, options.address)
    tell({"event": "found", "address": str(address)})
    connection = await device.connect(address, own_address_type=hci.OwnAddressType.PUBLIC)
    listener = Listener(tell)
    peer = Peer(connection)
    await peer.discover_services([SERVICE])
    await peer.discover_characteristics()
    characteristics = {uuid: peer.get_characteristics_by_uuid(uuid)[0] for uuid in (LIST, CREDENTIAL, STATUS)}
    for uuid in (LIST, STATUS):
        await peer.subscribe(characteristics[uuid], lambda piece, uuid=uuid: listener.hear(uuid, piece))
    await listener.list()
    tell({"event": "link", "mtu": connection.att_mtu, "longest": listener.longest})
    if options.ssid_hex is None:
        return 0
    frame = frames.credentials(options.ssid_hex, options.passphrase_hex)
    await write_long(peer.gatt_client, characteristics[CREDENTIAL].handle, frame)
    return 0 if await listener.outcome() == frames.CONNECTED else 1


async def write_long(client, handle, value):
    """A write of more than 20 bytes at this MTU: prepared in pieces of 18, then executed. The answer, which may be an error."""
    for offset in range(0, len(value), 18):
        piece = value[offset : offset + 18]
        answer = await client.send_request(
            att.ATT_Prepare_Write_Request(attribute_handle=handle, value_offset=offset, part_attribute_value=piece)
        )
        if isinstance(answer, att.ATT_Error_Response):
            return answer
    return await client.send_request(att.ATT_Execute_Write_Request(flags=1))
