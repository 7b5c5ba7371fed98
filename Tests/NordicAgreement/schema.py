"""The messages of Nordic's Wi-Fi provisioning for Google's protobuf, from the fields' names, types and numbers.

Enumerations are int32 here. In proto2 Google's reader puts a number that the schema does not name aside, as an unknown
field; ours keeps it in its field, since firmware has numbers that the schema has not.
"""

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

U, E, B, R = "uint32", "int32", "bool", "bytes"

MESSAGES = {
    "Info": [("version", 1, U, True)],
    "ScanParams": [("band", 1, E), ("passive", 2, B), ("period_ms", 3, U), ("group_channels", 4, U)],
    "WifiInfo": [("ssid", 1, R, True), ("bssid", 2, R, True), ("band", 3, E), ("channel", 4, U, True), ("auth", 5, E)],
    "WifiConfig": [("wifi", 1, "WifiInfo"), ("passphrase", 2, R), ("volatileMemory", 3, B)],
    "Request": [("op_code", 1, E), ("scan_params", 10, "ScanParams"), ("config", 11, "WifiConfig")],
    "ConnectionInfo": [("ip4_addr", 1, R)],
    "DeviceStatus": [("state", 1, E), ("provisioning_info", 10, "WifiInfo"), ("connection_info", 11, "ConnectionInfo"),
                     ("scan_info", 12, "ScanParams")],
    "Response": [("request_op_code", 1, E), ("status", 2, E), ("device_status", 10, "DeviceStatus")],
    "ScanRecord": [("wifi", 1, "WifiInfo"), ("rssi", 2, "int32")],
    "Result": [("scan_record", 1, "ScanRecord"), ("state", 2, E), ("reason", 3, E)],
}

TOP = ["Info", "Request", "Response", "Result"]


def classes():
    """A class of Google's for each message."""
    types = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="nordic.proto", package="nordic", syntax="proto2")
    for name, fields in MESSAGES.items():
        message = file.message_type.add(name=name)
        for field, number, kind, *required in fields:
            entry = message.field.add(
                name=field, number=number,
                label=types.LABEL_REQUIRED if required else types.LABEL_OPTIONAL)
            if kind in MESSAGES:
                entry.type, entry.type_name = types.TYPE_MESSAGE, f".nordic.{kind}"
            else:
                entry.type = getattr(types, f"TYPE_{kind.upper()}")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    factory = message_factory.MessageFactory(pool)
    return {name: factory.GetPrototype(pool.FindMessageTypeByName(f"nordic.{name}")) for name in MESSAGES}
