"""A device with Nordic's service that is not ours, with the habits of the firmware that is in the field.

    peer nordic_device [--config VARIANT] [--no-op-code] [--short-service-data] [--forget-bonds] [--address A] [--name N]

- Control point, data out and their subscriptions want an encrypted link; Just Works pairs, and bonds outlive the program.
- The response is indicated, and confirmed, before the write is answered.
- A response to what could not be read has no `request_op_code`; with --no-op-code no response has one.
- A scan gives one record for each access point and no end. One of them is at 6 GHz (band *any*, present), one has a name
  that is not UTF-8.
- A join that fails shows as CONNECTION_FAILED without a reason; one that succeeds shows all its states at once.
- VARIANT is which schema of `WifiConfig` it was built with (see VARIANTS): what does not fit is INVALID_PROTO.
- --short-service-data: three bytes of service data instead of four.

It knows one network: the access point of the lab. Events: {"event": "advertising"}, {"event": "request", "op_code"},
{"event": "config", "ssidHex", "bssid", "channel", "volatile", "fields"}, {"event": "refused"}, {"event": "paired"}.
"""
import argparse
import asyncio

from bumble import att, gatt, hci
from bumble.core import AdvertisingData
from bumble.gatt import Characteristic, CharacteristicValue, Descriptor, Service
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig

import nordic_messages as nordic

NAME, ADDRESS = "PVF3F4F8", "F0:F1:F2:F3:F4:F8"
NETWORK, PASSPHRASE = b"Lab Network", b"correct horse battery"
ACCESS_POINT = bytes.fromhex("020000000000")
NOT_TEXT = b"caf\xe9 \xff\xfe"
ANY_CHANNEL, NO_SIGNAL = 255, 0x80
VOLATILE, ANY, CERTIFICATES = "volatileMemory", "anyChannel", "certs"

# What fields 3 and up are, by the source that a firmware was built from.
VARIANTS = {
    "original": {3: VOLATILE},
    "android": {3: VOLATILE, 4: ANY},
    "certificates-4": {3: VOLATILE, 4: CERTIFICATES},
    "certificates-3": {3: CERTIFICATES, 4: VOLATILE},
    "certificates-5": {3: VOLATILE, 4: ANY, 5: CERTIFICATES},
}
NUMBER, LENGTH = 0, 2

bonds = {}  # by address: they outlive a run of the peer


def log(text):
    print(f"nordic device: {text}", flush=True)


class Unreadable(Exception):
    """Bytes that the firmware's decoder gives up on."""


def config_fields(request, variant):
    """The fields of `config` by their names in the variant; a field of another type than it has there is unreadable."""
    found = {}
    for number, kind, value in nordic.fields(request):
        if number != 11:
            continue
        for inner, inner_kind, inner_value in nordic.fields(value):
            name = VARIANTS[variant].get(inner)
            if name is None:
                continue
            if inner_kind != (LENGTH if name == CERTIFICATES else NUMBER):
                raise Unreadable(f"field {inner} is no {name}")
            found[name] = inner_value
    return found


def read_request(data, variant):
    """The request, and the fields of its configuration that the variant adds."""
    try:
        request = nordic.Request()
        request.MergeFromString(data)
        extra = config_fields(data, variant)
    except Exception as error:
        raise Unreadable(str(error)) from error
    if not request.IsInitialized():
        raise Unreadable("a required field is missing")
    return request, extra


def access_points():
    """What a scan finds: the lab's access point, one at 6 GHz, one whose name is no text."""
    for ssid, bssid, band, channel, auth, rssi in (
        (NETWORK, ACCESS_POINT, nordic.BAND_2_4_GH, 6, nordic.WPA_WPA2_PSK, -41),
        (b"Six", bytes.fromhex("0200000000A6"), nordic.BAND_ANY, 37, nordic.WPA3_PSK, -55),
        (NOT_TEXT, bytes.fromhex("0200000000A7"), nordic.BAND_5_GH, 36, nordic.WPA_WPA2_PSK, -63),
    ):
        result = nordic.Result()
        wifi = result.scan_record.wifi
        wifi.ssid, wifi.bssid, wifi.band, wifi.channel, wifi.auth = ssid, bssid, band, channel, auth
        result.scan_record.rssi = rssi
        yield result


class NordicDevice:
    def __init__(self, device, options, tell):
        self.device, self.options, self.tell = device, options, tell
        self.stored = None
        self.connected = False
        self.tasks = set()
        device.keystore = bonds.setdefault(options.address, MemoryKeyStore())
        device.pairing_config_factory = lambda _: PairingConfig(sc=True, mitm=False, bonding=True)
        device.on("connection", self.on_connection)
        encrypted = Characteristic.Permissions.WRITE_REQUIRES_ENCRYPTION
        self.control_point = self.characteristic(
            nordic.CONTROL_POINT,
            Characteristic.Properties.WRITE | Characteristic.Properties.INDICATE,
            Characteristic.WRITEABLE | encrypted,
            CharacteristicValue(write=self.on_request),
        )
        self.data_out = self.characteristic(nordic.DATA_OUT, Characteristic.Properties.NOTIFY, Characteristic.READABLE, b"")
        info = Characteristic(
            nordic.INFO, Characteristic.Properties.READ, Characteristic.READABLE, nordic.vector("info", "version 1")
        )
        device.add_service(Service(nordic.SERVICE, [info, self.control_point, self.data_out]))

    def characteristic(self, uuid, properties, permissions, value):
        """One whose subscription wants an encrypted link, which Bumble's own descriptor does not."""
        made = Characteristic(uuid, properties, permissions, value)
        subscription = Descriptor(
            gatt.GATT_CLIENT_CHARACTERISTIC_CONFIGURATION_DESCRIPTOR,
            att.Attribute.READABLE | att.Attribute.WRITEABLE | att.Attribute.WRITE_REQUIRES_ENCRYPTION,
            self.device.gatt_server.make_descriptor_value(made),
        )
        made.descriptors = (subscription,)
        return made

    async def start(self):
        await self.device.power_on()
        await self.advertise()

    def stop(self):
        self.device.remove_listener("connection", self.on_connection)
        for task in self.tasks:
            task.cancel()

    def run(self, coroutine):
        task = asyncio.create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def service_data(self):
        uuid = bytes.fromhex(nordic.SERVICE.replace("-", ""))[::-1]
        flags = (1 if self.stored else 0) | (2 if self.connected else 0)
        data = bytes([1, flags, 0, (-41 & 0xFF) if self.connected else NO_SIGNAL])
        return uuid + (data[:3] if self.options.short_service_data else data)

    async def advertise(self):
        uuid = bytes.fromhex(nordic.SERVICE.replace("-", ""))[::-1]
        await self.device.start_advertising(
            own_address_type=hci.OwnAddressType.PUBLIC,
            advertising_data=bytes(
                AdvertisingData([(0x01, b"\x06"), (0x07, uuid), (0x09, self.options.name.encode())])
            ),
            scan_response_data=bytes(AdvertisingData([(0x21, self.service_data())])),
        )
        log("advertising")

    def on_connection(self, connection):
        log("connected")
        connection.on("disconnection", lambda _: self.run(self.come_back()))
        connection.on("pairing", lambda *_: self.tell({"event": "paired"}))
        connection.on("pairing_failure", lambda reason: log(f"pairing failed: {reason}"))

    async def come_back(self):
        await asyncio.sleep(0.5)
        await self.advertise()

    async def on_request(self, _, data):
        """Answers inside the write, so that the response is there before the write has been answered."""
        try:
            request, extra = read_request(bytes(data), self.options.config)
        except Unreadable as reason:
            log(f"unreadable: {reason}")
            self.tell({"event": "refused", "reason": str(reason)})
            return await self.respond(None, nordic.INVALID_PROTO)
        operation = request.op_code
        self.tell({"event": "request", "op_code": operation})
        action = {
            nordic.GET_STATUS: self.get_status,
            nordic.START_SCAN: self.start_scan,
            nordic.STOP_SCAN: self.succeed,
            nordic.SET_CONFIG: self.set_config,
            nordic.FORGET_CONFIG: self.forget,
        }.get(operation)
        if action is None:
            return await self.respond(None, nordic.INVALID_ARGUMENT)
        await action(request, extra)

    async def respond(self, operation, status, fill=lambda _: None):
        response = nordic.Response()
        if operation is not None and not self.options.no_op_code:
            response.request_op_code = operation
        response.status = status
        fill(response)
        await self.device.indicate_subscribers(self.control_point, response.SerializeToString())

    async def succeed(self, request, _):
        await self.respond(request.op_code, nordic.SUCCESS)

    async def get_status(self, request, _):
        def fill(response):
            if self.stored is None:
                response.device_status.SetInParent()
                return
            status = response.device_status
            status.state = nordic.CONNECTED if self.connected else nordic.DISCONNECTED
            wifi = status.provisioning_info
            wifi.ssid, wifi.bssid, wifi.channel, wifi.auth = self.stored, b"", ANY_CHANNEL, 1
            if self.connected:
                status.connection_info.ip4_addr = bytes([192, 168, 77, 20])

        await self.respond(request.op_code, nordic.SUCCESS, fill)

    async def start_scan(self, request, _):
        self.connected = False  # it leaves its network to look around
        await self.respond(request.op_code, nordic.SUCCESS)
        self.run(self.scan())

    async def scan(self):
        await asyncio.sleep(1)
        for result in access_points():
            await self.device.notify_subscribers(self.data_out, result.SerializeToString())
            await asyncio.sleep(0.05)

    async def set_config(self, request, extra):
        if not request.config.HasField("wifi"):
            return await self.respond(request.op_code, nordic.INVALID_ARGUMENT)
        config = request.config
        self.tell({
            "event": "config",
            "ssidHex": config.wifi.ssid.hex(),
            "bssid": config.wifi.bssid.hex(),
            "channel": config.wifi.channel,
            "auth": config.wifi.auth if config.wifi.HasField("auth") else None,
            "volatile": bool(extra.get(VOLATILE, 0)),
            "fields": sorted(extra),
        })
        await self.respond(request.op_code, nordic.SUCCESS)
        self.run(self.join(config.wifi.ssid, config.passphrase))

    async def join(self, ssid, passphrase):
        await asyncio.sleep(2)
        self.connected = (ssid, passphrase) == (NETWORK, PASSPHRASE)
        states = range(nordic.AUTHENTICATION, nordic.CONNECTED + 1) if self.connected else [nordic.CONNECTION_FAILED]
        if self.connected:
            self.stored = ssid
        for state in states:
            result = nordic.Result()
            result.state = state
            await self.device.notify_subscribers(self.data_out, result.SerializeToString())
        log("joined" if self.connected else "did not join")

    async def forget(self, request, _):
        self.stored, self.connected = None, False
        await self.respond(request.op_code, nordic.SUCCESS)


async def run(air, arguments, tell):
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", choices=VARIANTS, default="original")
    parser.add_argument("--no-op-code", action="store_true")
    parser.add_argument("--short-service-data", action="store_true")
    parser.add_argument("--forget-bonds", action="store_true")
    parser.add_argument("--name", default=NAME)
    parser.add_argument("--address", default=ADDRESS)
    options = parser.parse_args(arguments)
    if options.forget_bonds:
        bonds.pop(options.address, None)
    async with air.device(options.name, options.address) as device:
        peer = NordicDevice(device, options, tell)
        await peer.start()
        tell({"event": "advertising"})
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            peer.stop()
