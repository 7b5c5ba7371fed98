"""The lab's air: virtual Bluetooth controllers within reach of each other, each an adapter of the guest's kernel.

air.py COUNT     as many adapters, and whatever peers are asked for

A peer comes into the air through the socket /run/lab/air: one line, a JSON array of the name of a module in peers/ and
its arguments. What it tells comes back, one JSON object a line; it leaves the air with the connection that asked for it.
"""
import asyncio
import contextlib
import importlib
import json
import sys
import traceback

import bumble.controller
import bumble.link
import bumble.logging
from bumble import core, hci
from bumble.device import Device
from bumble.host import Host
from bumble.transport import open_transport
from bumble.transport.common import AsyncPipeSink

SOCKET = "/run/lab/air"
NOBODY = hci.Address(bytes(6), hci.Address.PUBLIC_DEVICE_ADDRESS)


class Controller(bumble.controller.Controller):
    """A controller that the Linux kernel can work with.

    The kernel waits for LE Enhanced Connection Complete; after the older event it could not end the connection. And the
    library reports every advertisement a second time as its own scan response: the real one is put in its place, both as
    the packets of Bluetooth 4 that the kernel sends and takes for one report.
    """

    def send_hci_packet(self, packet):
        if isinstance(packet, hci.HCI_LE_Extended_Advertising_Report_Event):
            kind = packet.EventType
            for report in packet.reports:
                if report.event_type & kind.SCAN_RESPONSE:
                    report.data = self.link.scan_response_of(report.address)
                report.event_type |= kind.CONNECTABLE_ADVERTISING | kind.SCANNABLE_ADVERTISING | kind.LEGACY_ADVERTISING_PDU_USED
        elif isinstance(packet, hci.HCI_LE_Advertising_Report_Event):
            for report in packet.reports:
                if report.event_type == packet.EventType.SCAN_RSP:
                    report.data = self.link.scan_response_of(report.address)
        if isinstance(packet, hci.HCI_LE_Connection_Complete_Event):
            packet = hci.HCI_LE_Enhanced_Connection_Complete_Event(
                status=packet.status,
                connection_handle=packet.connection_handle,
                role=packet.role,
                peer_address_type=packet.peer_address_type,
                peer_address=packet.peer_address,
                local_resolvable_private_address=NOBODY,
                peer_resolvable_private_address=NOBODY,
                connection_interval=packet.connection_interval,
                peripheral_latency=packet.peripheral_latency,
                supervision_timeout=packet.supervision_timeout,
                central_clock_accuracy=packet.central_clock_accuracy,
            )
        super().send_hci_packet(packet)


class Air(bumble.link.LocalLink):
    """What the controllers share.

    The library names the sender of data by its random address; BlueZ connects with the public one, so the address that
    the connection was made with is used.
    """

    def send_acl_data(self, sender, destination, transport, data):
        connection = sender.le_connections.get(destination)
        receiver = self.find_le_controller(destination)
        if transport != core.PhysicalTransport.LE or connection is None or receiver is None:
            super().send_acl_data(sender, destination, transport, data)
            return
        loop = asyncio.get_running_loop()
        loop.call_soon(receiver.on_link_acl_data, connection.self_address, transport, data)

    def scan_response_of(self, address):
        """What the one who advertises from this address answers when it is scanned."""
        for controller in self.controllers:
            for advertiser in (controller.le_legacy_advertiser, *controller.advertising_sets.values()):
                if advertiser.enabled and advertiser.address == address:
                    return bytes(advertiser.scan_response_data)
        return b""

    async def add_adapter(self, index):
        """One more adapter of the kernel. It has a public address: without one the kernel leaves it unpowered."""
        transport = await open_transport("vhci")
        return Controller(
            f"adapter {index}",
            host_source=transport.source,
            host_sink=transport.sink,
            link=self,
            public_address=f"C4:C5:C6:C7:C8:{index + 1:02X}",
        )

    async def serve(self, reader, writer):
        """Runs the peer that a connection asks for, until it is done or the connection ends."""

        def tell(event):
            writer.write(json.dumps(event).encode() + b"\n")

        module, *arguments = json.loads(await reader.readline())
        peer = asyncio.create_task(importlib.import_module(module).run(self, arguments, tell))
        left = asyncio.create_task(reader.read())
        await asyncio.wait((peer, left), return_when=asyncio.FIRST_COMPLETED)
        for task in (peer, left):
            task.cancel()
        status = (await asyncio.gather(peer, return_exceptions=True))[0]
        if isinstance(status, Exception):
            traceback.print_exception(status)
        with contextlib.suppress(ConnectionError):
            tell({"event": "end", "status": status if isinstance(status, int) else 1})
            await writer.drain()
        writer.close()

    @contextlib.asynccontextmanager
    async def device(self, name, address):
        """A device of a peer, with a controller of its own, that leaves the air afterwards."""
        controller = Controller(name, link=self, public_address=hci.Address(address, 0))
        device = Device(name=name, address=hci.Address(address), host=Host(controller, AsyncPipeSink(controller)))
        try:
            yield device
        finally:
            controller.le_legacy_advertiser.stop()
            for advertiser in controller.advertising_sets.values():
                advertiser.stop()
            for connection in list(device.connections.values()):
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(connection.disconnect(), 2)
            self.remove_controller(controller)


async def main(count):
    air = Air()
    adapters = [await air.add_adapter(index) for index in range(count)]
    print(f"air: {len(adapters)} adapters", flush=True)
    async with await asyncio.start_unix_server(air.serve, SOCKET) as server:
        await server.serve_forever()


if __name__ == "__main__":
    bumble.logging.setup_basic_logging("WARNING")
    asyncio.run(main(int(sys.argv[1])))
