"""A central on bumble for Nordic's service.

    peer nordic_central [--name NAME] [--never-pairs] [--scan] [--ssid-hex HEX [--passphrase-hex HEX]...] [--volatile]

It pairs by Just Works when the device asks for it, and keeps no bond. With --never-pairs it tries everything that wants
an encrypted link without one: {"event": "refused", "what", "code"} or {"event": "allowed", "what"}. Otherwise it subscribes
to both characteristics, asks for the status, scans if told to, and configures each passphrase in turn until one connects.
Other events: found, info, paired, response, record, state. Exit status 0: all went well (connected, where it was to join).
"""
import argparse
import asyncio

from bumble import att, hci
from bumble.core import UUID, AdvertisingData
from bumble.device import Peer
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig

import nordic_messages as nordic

ADDRESS = "F0:F1:F2:F3:F4:F9"
SERVICE, INFO, CONTROL_POINT, DATA_OUT = map(UUID, (nordic.SERVICE, nordic.INFO, nordic.CONTROL_POINT, nordic.DATA_OUT))


async def find(device, name):
    found = asyncio.get_running_loop().create_future()
    heard = {}  # the name and the services of a device may come in different packets

    def on_advertisement(advertisement):
        entry = heard.setdefault(advertisement.address, {"uuids": set(), "names": set()})
        for uuids in advertisement.data.get_all(AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS):
            entry["uuids"].update(uuids)
        for uuid, _ in advertisement.data.get_all(AdvertisingData.SERVICE_DATA_128_BIT_UUID):
            entry["uuids"].add(uuid)
        entry["names"].update(advertisement.data.get_all(AdvertisingData.COMPLETE_LOCAL_NAME))
        if not found.done() and SERVICE in entry["uuids"] and (name is None or name in entry["names"]):
            found.set_result(advertisement.address)

    device.on("advertisement", on_advertisement)
    await device.start_scanning(legacy=True, own_address_type=hci.OwnAddressType.PUBLIC, filter_duplicates=False)
    address = await asyncio.wait_for(found, 60)
    await device.stop_scanning()
    return address


class Central:
    def __init__(self, connection, tell):
        self.connection, self.tell = connection, tell
        self.peer = Peer(connection)
        self.responses, self.results = asyncio.Queue(), asyncio.Queue()
        self.lock = asyncio.Lock()

    async def discover(self):
        await self.peer.request_mtu(247)
        await self.peer.discover_services([SERVICE])
        await self.peer.discover_characteristics()
        for characteristic in (INFO, CONTROL_POINT, DATA_OUT):
            found = self.peer.get_characteristics_by_uuid(characteristic)
            if not found:
                raise LookupError(f"no characteristic {characteristic}")
        self.info, self.control_point, self.data_out = (
            self.peer.get_characteristics_by_uuid(uuid)[0] for uuid in (INFO, CONTROL_POINT, DATA_OUT)
        )
        info = nordic.Info()
        info.ParseFromString(bytes(await self.info.read_value()))
        self.tell({"event": "info", "version": info.version})

    async def subscribe(self):
        await self.peer.subscribe(self.control_point, self.on_response, prefer_notify=False)
        await self.peer.subscribe(self.data_out, self.on_result)

    def on_response(self, data):
        response = nordic.Response()
        response.ParseFromString(bytes(data))
        self.responses.put_nowait(response)
        self.tell({
            "event": "response",
            "op_code": response.request_op_code if response.HasField("request_op_code") else None,
            "status": response.status if response.HasField("status") else None,
        })

    def on_result(self, data):
        result = nordic.Result()
        result.ParseFromString(bytes(data))
        self.results.put_nowait(result)
        if result.HasField("scan_record"):
            record = result.scan_record
            self.tell({"event": "record", "ssidHex": record.wifi.ssid.hex(), "channel": record.wifi.channel})
        if result.HasField("state"):
            reason = result.reason if result.HasField("reason") else None
            self.tell({"event": "state", "state": result.state, "reason": reason})

    async def ask(self, request):
        async with self.lock:
            await self.control_point.write_value(request.SerializeToString(), with_response=True)
            return await asyncio.wait_for(self.responses.get(), 30)

    async def scan(self):
        """Until three seconds after the last record."""
        request = nordic.Request()
        request.op_code = nordic.START_SCAN
        await self.ask(request)
        result = await asyncio.wait_for(self.results.get(), 30)
        while result is not None:
            try:
                result = await asyncio.wait_for(self.results.get(), 3)
            except TimeoutError:
                result = None

    async def join(self, ssid, passphrase, volatile):
        request = nordic.Request()
        request.op_code = nordic.SET_CONFIG
        wifi = request.config.wifi
        wifi.ssid, wifi.bssid, wifi.channel, wifi.auth = ssid, b"", 0, nordic.WPA_WPA2_PSK
        request.config.passphrase = passphrase
        if volatile:
            request.config.volatileMemory = True
        if (await self.ask(request)).status != nordic.SUCCESS:
            return False
        while True:
            result = await asyncio.wait_for(self.results.get(), 60)
            if result.HasField("state") and result.state in (nordic.CONNECTED, nordic.CONNECTION_FAILED):
                return result.state == nordic.CONNECTED


async def try_without_pairing(central):
    """Everything that wants an encrypted link, without one: whether all of it was refused."""
    request = nordic.vector("request", "get status")
    descriptor = b"\x02\x00"
    attempts = [("request", central.control_point.handle, request)]
    for what, characteristic in (("responses", central.control_point), ("results", central.data_out)):
        await central.peer.discover_descriptors(characteristic)
        found = characteristic.get_descriptor(UUID.from_16_bits(0x2902))
        if found is None:
            raise LookupError(f"{what}: no client characteristic configuration")
        attempts.append((what, found.handle, descriptor if what == "responses" else b"\x01\x00"))
    refused = True
    for what, handle, value in attempts:
        answer = await central.peer.gatt_client.send_request(
            att.ATT_Write_Request(attribute_handle=handle, attribute_value=value)
        )
        if isinstance(answer, att.ATT_Error_Response):
            central.tell({"event": "refused", "what": what, "code": int(answer.error_code)})
        else:
            refused = False
            central.tell({"event": "allowed", "what": what})
    return refused


async def work(central, options):
    """The exit status."""
    await central.discover()
    if options.never_pairs:
        return 0 if await try_without_pairing(central) else 1
    await asyncio.wait_for(central.connection.pair(), 30)
    central.tell({"event": "paired", "encrypted": bool(central.connection.encryption)})
    await central.subscribe()
    request = nordic.Request()
    request.ParseFromString(nordic.vector("request", "get status"))
    await central.ask(request)
    if options.scan:
        await central.scan()
    if options.ssid_hex is None:
        return 0
    for passphrase in options.passphrase_hex:
        if await central.join(options.ssid_hex, passphrase, options.volatile):
            return 0
    return 1


async def run(air, arguments, tell):
    parser = argparse.ArgumentParser()
    parser.add_argument("--name")
    parser.add_argument("--never-pairs", action="store_true")
    parser.add_argument("--scan", action="store_true")
    parser.add_argument("--ssid-hex", type=bytes.fromhex)
    parser.add_argument("--passphrase-hex", type=bytes.fromhex, action="append", default=[])
    parser.add_argument("--volatile", action="store_true")
    options = parser.parse_args(arguments)
    async with air.device("nordic central", ADDRESS) as device:
        device.keystore = MemoryKeyStore()
        device.pairing_config_factory = lambda _: PairingConfig(sc=True, mitm=False, bonding=True)
        await device.power_on()
        address = await find(device, options.name)
        tell({"event": "found", "address": str(address)})
        connection = await device.connect(address, own_address_type=hci.OwnAddressType.PUBLIC)
        return await work(Central(connection, tell), options)
