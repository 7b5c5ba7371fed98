public import GangwayModel
public import SwiftUI

/// The whole set-up in one view, from the devices in range to the result, for any app:
///
///     SetUpFlowView(connect)
public struct SetUpFlowView: View {
    private let connect: ConnectModel
    private let onFinish: @MainActor () -> Void

    /// Shows the stage that `connect` is at. `onFinish` is called when the person is done with the result.
    public init(_ connect: ConnectModel, onFinish: @escaping @MainActor () -> Void = {}) {
        self.connect = connect
        self.onFinish = onFinish
    }

    /// The view.
    public var body: some View {
        switch connect.stage {
        case .devices: DeviceScannerView(connect)
        case .connecting: ConnectingView(connect)
        case .networks: WiFiNetworkListView(connect)
        case .credentials: WiFiCredentialInputView(connect)
        case .joining, .forgetting, .result: ConnectionStatusView(connect, onFinish: onFinish)
        }
    }
}
