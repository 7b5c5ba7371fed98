public import GangwayModel
public import SwiftUI

/// The passphrase of the chosen network, and what else the device's protocol lets a person choose.
///
/// What is typed goes to the model when the button is pressed, and is not kept by the view after that.
public struct WiFiCredentialInputView: View {
    @Environment(\.wording) private var words
    @State private var passphrase = ""
    @Bindable private var connect: ConnectModel

    /// Asks for what `connect` needs.
    public init(_ connect: ConnectModel) { _connect = Bindable(wrappedValue: connect) }

    /// The view.
    public var body: some View {
        Form {
            LinkedDeviceSection(connect)
            SetUpProblemSection(connect, connect.problem)
            if let choice = connect.choice {
                Section {
                    if choice.needsPassphrase {
                        PassphraseField(
                            words("credentials.passphrase"), text: $passphrase, showTitle: words("credentials.show"))
                        if connect.offersRemembering {
                            Toggle(words("credentials.remember"), isOn: $connect.remembersPassphrase)
                        }
                    }
                    CredentialOptions(connect)
                } header: {
                    Text(words(Sentence("credentials.title", choice.name)))
                } footer: {
                    if let hint = connect.passphraseHint {
                        Text(words(hint))
                    }
                }
                Section {
                    Button(words("credentials.join"), action: { join() })
                        .buttonStyle(.borderedProminent)
                    Button(words("button.chooseNetwork")) { connect.chooseAnotherNetwork() }
                }
            }
        }
        .onSubmit { join() }
    }

    private func join() {
        connect.join(typed: passphrase)
        passphrase = ""
    }
}
