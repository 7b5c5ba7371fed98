import CoreBluetoothRadio
import GangwayModel
import GangwayUI
import Provisioning
import SwiftUI

@main
struct LampApp: App {
    @State private var connect: ConnectModel
    @State private var lastResult = ""

    init() {
        let provisioner = Provisioner(central: CoreBluetoothCentral())
        _connect = State(initialValue: ConnectModel(home: HomeModel(settingUpWith: provisioner)))
    }

    var body: some Scene {
        WindowGroup {
            VStack {
                Text(verbatim: lastResult)
                SetUpFlowView(connect) {
                    lastResult = connect.result?.sentence.text(.english) ?? ""
                }
            }
        }
    }
}
