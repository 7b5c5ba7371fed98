public import GangwayModel
public import SwiftUI

/// The name and the category of a device, to be changed.
public struct DeviceEditSection: View {
    @Environment(\.wording) private var words
    @State private var name: String
    @State private var newCategory = ""
    private let screen: DeviceScreenModel
    private let device: DeviceModel

    /// Changes `device`, which `screen` shows.
    public init(_ screen: DeviceScreenModel, _ device: DeviceModel) {
        self.screen = screen
        self.device = device
        _name = State(initialValue: device.name)
    }

    /// The view.
    public var body: some View {
        Section(words("device.manage")) {
            if let problem = screen.problem {
                ProblemView(problem)
            }
            TextField(words("device.name"), text: $name)
                .onSubmit { rename() }
            Button(words("button.save")) { rename() }
                .disabled(screen.isSaving)
            Menu {
                Button(words("device.noCategory")) { move(nil) }
                ForEach(screen.categories, id: \.self) { category in
                    Button(category) { move(category) }
                }
            } label: {
                LabeledContent(words("device.category"), value: device.category ?? words("device.noCategory"))
            }
            TextField(words("device.newCategory"), text: $newCategory)
                .onSubmit { move(newCategory) }
        }
    }

    private func rename() { Task { await screen.rename(to: name) } }

    private func move(_ category: String?) {
        Task { await screen.move(to: category) }
        newCategory = ""
    }
}
