public import GangwayModel
import ProvisioningProtocols
public import SwiftUI

/// What a device's protocol lets a person choose beside the passphrase: topic, access point, *keep after a restart*.
public struct CredentialOptions: View {
    @Environment(\.wording) private var words
    @Bindable private var connect: ConnectModel

    /// Sets the options of `connect`.
    public init(_ connect: ConnectModel) { _connect = Bindable(wrappedValue: connect) }

    /// The view.
    public var body: some View {
        if let capabilities = connect.device?.capabilities {
            if capabilities.carriesControlAddress {
                TextField(words("credentials.topic"), text: $connect.topic)
                    .autocorrectionDisabled()
                    .plainTyping()
            }
            if capabilities.carriesVolatile {
                Toggle(words("credentials.keep"), isOn: $connect.keepsAfterRestart)
            }
            if !connect.particulars.isEmpty {
                Picker(words("credentials.particular"), selection: $connect.particular) {
                    ForEach(connect.particulars, id: \.self) { particular in
                        Text(verbatim: particular.title(in: words.language)).tag(particular)
                    }
                }
            }
        }
    }
}
