import CoreBluetoothRadio
import GangwayModel
import GangwayUI
import Provisioning
import SwiftUI

/// An app that gives devices their Wi-Fi and does nothing else.
@main
struct SetUpApp: App {
    @State private var connect: ConnectModel

    init() {
        let provisioner = Provisioner(central: CoreBluetoothCentral())
        _connect = State(initialValue: ConnectModel(home: HomeModel(settingUpWith: provisioner)))
    }

    var body: some Scene {
        WindowGroup {
            SetUpFlowView(connect)
        }
    }
}
