import CoreBluetoothRadio
import GangwayModel
import Provisioning
import SwiftUI

@main
struct LampApp: App {
    @State private var connect: ConnectModel

    init() {
        let provisioner = Provisioner(central: CoreBluetoothCentral())
        _connect = State(initialValue: ConnectModel(home: HomeModel(settingUpWith: provisioner)))
    }

    var body: some Scene {
        WindowGroup {
            EmptyView()
        }
    }
}
