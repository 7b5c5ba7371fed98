import Provisioning
import ProvisioningProtocols
import Runtime

extension DeviceEngine {
    /// Serves a request. Those with one answer are waited for, so that the next is sent after them; a scan and a join go on
    /// beside what follows.
    func serve(_ request: DeviceRequest, _ session: ProvisioningSession) async {
        switch request {
        case .version: await readVersion(session)
        case .status: await readStatus(session)
        case .stopScan: await stopScan(session)
        case .forget: await forget(session)
        case .scan(let params):
            let events = session.networkEvents(params.options)
            Task { await followScan(events) }
        case .setConfig(let config):
            guard let credentials = config.credentials else { return tellConfig(.invalidArgument) }
            setJoining(true)
            let events = session.joinEvents(credentials)
            Task { await followJoin(events) }
        }
    }

    private func readVersion(_ session: ProvisioningSession) async {
        do throws(ProvisioningError) {
            let version = Int(try await session.version())
            infoDelegate.call { $0.versionReceived(.success(version)) }
        } catch {
            let reason: ProvisionerInfoError = error.code == .refused ? .badData : .emptyData
            infoDelegate.call { $0.versionReceived(.failure(reason)) }
        }
    }

    private func readStatus(_ session: ProvisioningSession) async {
        do throws(ProvisioningError) {
            let status = DeviceStatus(try await session.status())
            infoDelegate.call { $0.deviceStatusReceived(.success(status)) }
        } catch {
            let reason = ProvisionerError(error)
            infoDelegate.call { $0.deviceStatusReceived(.failure(reason)) }
        }
    }

    private func stopScan(_ session: ProvisioningSession) async {
        var failure: ProvisionerError?
        do throws(ProvisioningError) { try await session.stopScan() } catch { failure = ProvisionerError(error) }
        tell(scanDelegate) { [failure] in $0.deviceManagerDidStopScan($1, error: failure) }
    }

    private func forget(_ session: ProvisioningSession) async {
        var failure: ProvisionerError?
        do throws(ProvisioningError) { try await session.forget() } catch { failure = ProvisionerError(error) }
        tell(provisionDelegate) { [failure] in $0.deviceManagerDidForgetConfig($1, error: failure) }
    }

    /// Tells that the scan began, with its first event, and then what it finds. Its end is told only where it broke off.
    private func followScan(_ events: EventStream<NetworkEvent, ProvisioningError>) async {
        var hasStarted = false
        func start() {
            guard !hasStarted else { return }
            hasStarted = true
            tell(scanDelegate) { $0.deviceManagerDidStartScan($1, error: nil) }
        }
        do throws(ProvisioningError) {
            while let event = try await events.next() {
                start()
                guard case .found(let point) = event else { continue }
                let info = WifiInfo(point)
                let rssi = Int(point.signal.rawValue)
                tell(scanDelegate) { $0.deviceManager($1, discoveredAccessPoint: info, rssi: rssi) }
            }
        } catch {
            let reason = ProvisionerError(error)
            if hasStarted {
                tell(scanDelegate) { $0.deviceManagerDidStopScan($1, error: reason) }
            } else {
                tell(scanDelegate) { $0.deviceManagerDidStartScan($1, error: reason) }
            }
        }
    }

    /// Tells that the device took the configuration, then each state, in the order in which the device went through them.
    private func followJoin(_ events: EventStream<JoinEvent, ProvisioningError>) async {
        var isTaken = false
        do throws(ProvisioningError) {
            while let event = try await events.next() {
                switch event {
                case .progress(let step):
                    if step >= .acknowledged, !isTaken, step != .reconnecting {
                        isTaken = true
                        tellConfig(nil)
                    }
                    if let state = ConnectionState(step) { tellChange(to: state) }
                case .ended(let outcome): tellOutcome(outcome, isTaken)
                }
            }
        } catch {
            // A later configuration took this one's place: what is told from now on is of that one.
            if error.code == .replaced { return }
            if isTaken { tellChange(to: .disconnected) } else { tellConfig(ProvisionerError(error)) }
        }
        setJoining(false)
    }

    private func tellOutcome(_ outcome: JoinOutcome, _ isTaken: Bool) {
        switch outcome {
        case .connected, .accepted:
            if !isTaken { tellConfig(nil) }
            tellChange(to: .connected)
        case .failed(let reason, _):
            if isTaken { return tellChange(to: .connectionFailed(ConnectionFailureReason(reason))) }
            switch reason {
            case .storageFailed, .deviceFault: tellConfig(.internalError)
            default: tellConfig(.invalidArgument)
            }
        case .unknown(let why):
            // Neither is known: the user of this API is told that the device did not say how it went.
            if isTaken {
                tellChange(to: .connectionFailed(why == .noResult ? .timeout : .unknown))
            } else {
                tellConfig(.deviceFailureResponse)
            }
        }
    }

    private func tellConfig(_ error: ProvisionerError?) {
        tell(provisionDelegate) { $0.deviceManagerDidSetConfig($1, error: error) }
    }
}
