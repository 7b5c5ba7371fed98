import Foundation
import GangwayModel
public import SwiftUI

/// The main screen: the bar of categories and the grid of devices. It takes the `AppModel` from the environment.
public struct ContentView: View {
    @Environment(\.wording) private var words
    @Environment(AppModel.self) private var app
    @ScaledMetric private var tileWidth: CGFloat = 160

    /// The main screen.
    public init() {}

    /// The view.
    public var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 20) {
                if let notice = app.home.brokerNotice {
                    Text(words(notice))
                        .foregroundStyle(.secondary)
                }
                HomeProblems(app)
                if app.grid.bar.count > 1 {
                    CategoryBar(app.grid)
                }
                if app.home.devices.isEmpty {
                    Text(words("home.empty"))
                        .foregroundStyle(.secondary)
                }
                ForEach(app.grid.groups) { group in
                    if let title = group.title {
                        HeaderView(words(title))
                    }
                    LazyVGrid(columns: [GridItem(.adaptive(minimum: tileWidth))], spacing: 12) {
                        ForEach(group.devices) { device in
                            if device.isSteered {
                                DeviceTile(device, app)
                            } else {
                                StillTile(device, app.router)
                            }
                        }
                    }
                }
            }
            .padding()
        }
        .navigationTitle(words("home.title"))
        .toolbar {
            ToolbarItemGroup {
                HomeButtons(app.router)
            }
        }
    }
}
