import GangwayModel
import JSONText
import ProvisioningProtocols

/// The set-up as it stands, as JSON.
@MainActor struct ConnectEncoding {
    let app: AppModel
    let connect: ConnectModel

    init(_ app: AppModel, _ connect: ConnectModel) {
        self.app = app
        self.connect = connect
    }

    private var view: ViewEncoding { ViewEncoding(app) }

    /// Writes the member `connect`.
    func write(_ json: inout JSONWriter) {
        json.beginObject("connect")
        writePurpose(&json)
        json.write(connect.stage.rawValue, "stage")
        json.write(connect.isScanning, "scanning")
        json.write(connect.isWorking, "working")
        view.write(connect.problem, "problem", &json)
        if connect.stage == .devices || connect.stage == .connecting { writeCandidates(&json) }
        json.beginArray("selected")
        for id in connect.selected { json.write(id) }
        json.endArray()
        if let device = connect.device { write(device, &json) }
        if connect.stage == .networks || connect.stage == .credentials { writeNetworks(&json) }
        if let choice = connect.choice { write(choice, &json) }
        writeSteps(&json)
        if let result = connect.result { write(result, "result", &json) }
        writeResults(&json)
        json.endObject()
    }

    private func writePurpose(_ json: inout JSONWriter) {
        switch connect.purpose {
        case .add: json.write("add", "purpose")
        case .again: json.write("again", "purpose")
        case .forget: json.write("forget", "purpose")
        }
        json.write(app.text(connect.title), "title")
    }

    private func write(_ candidate: Candidate, _ key: String?, _ json: inout JSONWriter) {
        json.beginObject(key)
        json.write(candidate.id, "id")
        json.write(candidate.title, "name")
        if let address = candidate.address { json.write(address, "address") }
        if let listed = app.home.device(peripheral: candidate.id) {
            json.write(app.text(Sentence("connect.listedAs", listed.name)), "listedAs")
        }
        if let bars = candidate.bars { json.write(bars, "bars") }
        if let signal = candidate.signal { json.write(signal.rawValue, "signal") }
        if let kind = candidate.kind { json.write(kind, "kind") }
        json.beginArray("protocols")
        for one in candidate.protocols { json.write("\(one)") }
        json.endArray()
        json.endObject()
    }

    private func writeCandidates(_ json: inout JSONWriter) {
        json.beginArray("candidates")
        for candidate in connect.candidates { write(candidate, nil, &json) }
        json.endArray()
    }

    private func write(_ device: LinkedDevice, _ json: inout JSONWriter) {
        json.beginObject("device")
        write(device.candidate, "candidate", &json)
        if let version = device.version { json.write(version, "version") }
        if let standing = device.standing {
            json.write(app.text(standing.sentence), "standing")
            json.write(standing.isConfigured, "configured")
        }
        json.write(device.capabilities.listsNetworks, "listsNetworks")
        json.write(device.capabilities.isEncrypted, "encrypted")
        json.write(device.capabilities.choosesAccessPoint, "choosesAccessPoint")
        json.write(device.capabilities.carriesVolatile, "carriesVolatile")
        json.write(device.capabilities.carriesControlAddress, "carriesTopic")
        json.write(device.capabilities.forgets, "forgets")
        json.endObject()
    }

    private func writeNetworks(_ json: inout JSONWriter) {
        json.beginObject("networks")
        json.write(connect.networks.isLoading, "loading")
        json.write(connect.networks.isComplete, "complete")
        view.write(connect.networks.problem, "problem", &json)
        json.beginArray("entries")
        for entry in connect.networks.entries {
            json.beginObject()
            json.write(entry.id, "id")
            json.write(entry.name, "name")
            json.write(entry.bars, "bars")
            json.write(entry.signal.rawValue, "signal")
            json.write(entry.isHidden, "hidden")
            json.write(entry.needsPassphrase, "secured")
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private func write(_ choice: NetworkChoice, _ json: inout JSONWriter) {
        json.beginObject("choice")
        json.write(choice.name, "name")
        json.write(choice.needsPassphrase, "needsPassphrase")
        json.write(connect.hasTypedPassphrase, "typed")
        json.write(connect.hasRememberedPassphrase, "remembered")
        json.write(connect.remembersPassphrase, "remembers")
        json.write(connect.keepsAfterRestart, "keeps")
        json.write(connect.topic, "topic")
        json.write(ParticularText.text(of: connect.particular), "particular")
        json.beginArray("particulars")
        for particular in choice.particulars {
            json.beginObject()
            json.write(ParticularText.text(of: particular), "id")
            json.write(particular.title(in: app.language), "title")
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private func writeSteps(_ json: inout JSONWriter) {
        json.beginArray("steps")
        for step in connect.steps {
            json.beginObject()
            json.write(app.text(step.sentence), "text")
            json.write(step.state.rawValue, "state")
            json.endObject()
        }
        json.endArray()
    }

    private func write(_ result: SetUpResult, _ key: String?, _ json: inout JSONWriter) {
        json.beginObject(key)
        json.write(app.text(result.sentence), "text")
        json.write(result.isSuccess, "success")
        if case .listed(let id, _, _) = result { json.write(id.description, "id") }
        view.write(result.problem, "problem", &json)
        json.endObject()
    }

    private func writeResults(_ json: inout JSONWriter) {
        guard !connect.results.isEmpty else { return }
        json.beginArray("results")
        for entry in connect.results {
            json.beginObject()
            json.write(entry.candidate.title, "name")
            switch entry.state {
            case .waiting: json.write("waiting", "state")
            case .running: json.write("running", "state")
            case .spared: json.write("spared", "state")
            case .ended(let result):
                json.write("ended", "state")
                write(result, "result", &json)
            }
            json.endObject()
        }
        json.endArray()
    }
}

/// What part of a network is chosen, as a short text that a page sends back.
@MainActor enum ParticularText {
    /// Its text.
    static func text(of particular: Particular) -> String {
        switch particular {
        case .any: "any"
        case .accessPoint(let entry): "point-\(entry.id)"
        case .band(let band): "band-\(band.rawValue)"
        case .channel(let channel): "channel-\(channel.rawValue)"
        }
    }
}
