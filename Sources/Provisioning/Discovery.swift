import BluetoothLE
import Runtime

extension Provisioner {
    func found() -> EventStream<FoundDevice, ProvisioningError> {
        let (stream, source) = EventStream<FoundDevice, ProvisioningError>.make()
        source.finish()
        return stream
    }

    func open(_ device: FoundDevice) async throws(ProvisioningError) -> ProvisioningSession {
        throw .ended()
    }
}
