import GangwayModel
import Observation
import ProvisioningProtocols
import Runtime
import WebServer

/// What a browser that is logged in has open: its screens, which every page of it shows, and the streams that tell of them.
@MainActor final class BrowserSession {
    /// The screens.
    let app: AppModel
    private var streams: [UInt64: BodyStream] = [:]
    private var next: UInt64 = 0
    private var last: [UInt8] = []
    private var isWaiting = false
    /// When the last page of it went, in milliseconds of the clock; `nil` while there is one.
    private(set) var leftAt: UInt64?
    private let time: any TimeSource
    private let linkPatience: UInt32
    private var leaving: Task<Void, Never>?

    /// A session without a page. What its set-up holds of a device is let go when there was none for `linkPatience`
    /// milliseconds.
    init(_ app: AppModel, time: any TimeSource, linkPatience: UInt32) {
        self.app = app
        self.time = time
        self.linkPatience = linkPatience
        leave()
    }

    /// Sends a page what is shown, now and whenever it changes.
    func attach(_ stream: BodyStream) {
        let number = next
        next += 1
        streams[number] = stream
        leftAt = nil
        leaving?.cancel()
        leaving = nil
        app.connect?.resume()
        if streams.count == 1 { last = encode() }
        tell(stream)
        stream.whenGone { [weak self] in Task { @MainActor in self?.left(number) } }
    }

    /// Sends a page what is shown.
    func tell(_ stream: BodyStream) { stream.send(ServerEvent.frame("view", last)) }

    private func left(_ number: UInt64) {
        streams[number] = nil
        leaveIfUnseen()
    }

    /// What is asked without a page counts as one that was just closed.
    func leaveIfUnseen() { if streams.isEmpty { leave() } }

    private func leave() {
        leftAt = time.now.milliseconds
        leaving?.cancel()
        leaving = Task { [weak self, time, linkPatience] in
            var isResting = false
            while !isResting {
                await time.sleep(until: time.now + linkPatience)
                guard !Task.isCancelled, let self else { return }
                isResting = self.app.connect?.rest() ?? true
            }
        }
    }

    /// Ends all that is open.
    func end() {
        leaving?.cancel()
        for stream in streams.values { stream.finish() }
        streams = [:]
        app.end()
    }

    /// Encodes what is shown, and looks again when any of it changes.
    private func encode() -> [UInt8] {
        withObservationTracking {
            ViewEncoding(app).bytes()
        } onChange: { [weak self] in
            // It is called before the change is made.
            Task { @MainActor in self?.changed() }
        }
    }

    private func changed() {
        guard !isWaiting, !streams.isEmpty else { return }
        isWaiting = true
        Task { [weak self] in
            self?.isWaiting = false
            self?.tell()
        }
    }

    private func tell() {
        guard !streams.isEmpty else { return }
        let bytes = encode()
        guard bytes != last else { return }
        last = bytes
        let frame = ServerEvent.frame("view", bytes)
        for stream in streams.values { stream.send(frame) }
    }
}
