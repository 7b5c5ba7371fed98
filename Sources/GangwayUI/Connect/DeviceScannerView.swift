public import GangwayModel
public import SwiftUI

/// The devices in range, as they are found. A tap on one makes the link to it; several are marked and set up together.
public struct DeviceScannerView: View {
    @Environment(\.wording) private var words
    private let connect: ConnectModel

    /// Shows the devices that `connect` finds.
    public init(_ connect: ConnectModel) { self.connect = connect }

    /// The view.
    public var body: some View {
        List {
            SetUpProblemSection(connect, connect.problem)
            Section {
                ForEach(connect.candidates) { candidate in
                    CandidateRow(connect, candidate)
                }
            } footer: {
                if connect.candidates.isEmpty {
                    WaitingRow(words("connect.noneFound"))
                } else if connect.isScanning {
                    WaitingRow(words("connect.looking"))
                }
            }
            if !connect.selected.isEmpty {
                Button(words("connect.setUpSelected")) { connect.setUpSelected() }
            }
        }
    }
}
