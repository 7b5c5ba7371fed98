import ProvisioningProtocols

/// The provisioning end of the credentials object.
let topicJSONProvisionerSuite = Suite(
    "JSON provisioner",
    [
        Check("Credentials are one write, and the join ends as accepted when it is confirmed") {
            var rig = JSONRig()
            if rig.open() != .wait { return "something before" }
            if rig.join() != .joinProgressed || rig.machine.progress != .writing { return "no progress" }
            if rig.next() != .wait || rig.written != 1 { return "no write" }
            if rig.complete(.done) != .joinEnded || rig.machine.joinResult != .accepted { return "the end" }
            return rig.next() == .wait && rig.machine.deadline == nil && rig.machine.isUsable ? nil : "after it"
        },
        Check("Credentials that come before the link wait for it") {
            var rig = JSONRig()
            if rig.join() != .wait { return "written without a link" }
            _ = rig.open()
            return rig.written == 1 ? nil : "not written"
        },
        Check("An error of the device ends the join as refused, and another write can follow") {
            var rig = JSONRig()
            _ = rig.open()
            _ = rig.join()
            if rig.complete(.refused(0x83)) != .joinEnded || rig.machine.joinResult != .refused(0x83) {
                return "refused"
            }
            _ = rig.join()
            _ = rig.next()
            return rig.written == 2 && rig.complete(.done) == .joinEnded && rig.machine.joinResult == .accepted
                ? nil : "the second"
        },
        Check("A write that fails, or ends with its link, leaves the outcome unknown; nothing sent is no outcome") {
            var rig = JSONRig()
            _ = rig.open()
            _ = rig.join()
            if rig.complete(.failed) != .joinEnded || rig.machine.joinResult != .unknown(.noAnswer) { return "failed" }
            _ = rig.join()
            _ = rig.next()
            if rig.loseLink() != .joinEnded || rig.machine.joinResult != .unknown(.linkLostBeforeAnswer) {
                return "lost"
            }
            if rig.machine.isUsable { return "usable" }
            return rig.join() == .joinEnded && rig.machine.joinResult == .linkLost ? nil : "after the loss"
        },
        Check("A link lost after the device has accepted changes nothing") {
            var rig = JSONRig()
            _ = rig.open()
            _ = rig.join()
            _ = rig.complete(.done)
            return rig.loseLink() == .wait && rig.machine.joinResult == .accepted ? nil : "something was told"
        },
        Check("The limit ends a join that was not written as timed out, and one in flight as unknown") {
            var rig = JSONRig()
            _ = rig.join()
            guard let deadline = rig.machine.deadline, deadline == rig.now + 45_000 else { return "the limit" }
            rig.machine.limitJoin(to: rig.now + 1_000)
            rig.now = rig.now + 1_000
            if rig.tick() != .joinEnded || rig.machine.joinResult != .timedOut { return "not written" }
            _ = rig.open()
            _ = rig.join()
            rig.machine.limitJoin(to: rig.now + 1_000)
            rig.now = rig.now + 1_000
            if rig.tick() != .joinEnded || rig.machine.joinResult != .unknown(.noAnswer) { return "in flight" }
            return rig.complete(.done) == .wait ? nil : "the late answer"
        },
        Check("A second join replaces the first: its write waits for the first one's end, which counts for nothing") {
            var rig = JSONRig()
            _ = rig.open()
            _ = rig.join()
            _ = rig.next()
            if rig.join() != .wait || rig.written != 1 { return "two writes at once" }
            if rig.complete(.refused(0x80)) != .joinProgressed || rig.written != 2 { return "the first one's end" }
            return rig.complete(.done) == .joinEnded && rig.machine.joinResult == .accepted ? nil : "the second"
        },
        Check("It can do one thing: tell a device its network and where it is steered") {
            let wanted = ProvisioningCapabilities(carriesControlAddress: true)
            return TopicJSON.ProvisionerMachine.capabilities == wanted ? nil : "the capabilities"
        },
    ])

/// A machine and what it wrote.
private struct JSONRig: ~Copyable {
    var machine = TopicJSON.ProvisionerMachine()
    var outbox = Outbox()
    var now = Instant(milliseconds: 1_000)
    var written = 0

    mutating func open() -> ProvisionerAction { take(machine.opened(maximumLength: 20, at: now, &outbox)) }
    mutating func next() -> ProvisionerAction { take(machine.next(at: now, &outbox)) }
    mutating func tick() -> ProvisionerAction { take(machine.tick(at: now, &outbox)) }
    mutating func loseLink() -> ProvisionerAction { take(machine.linkLost(at: now, &outbox)) }
    mutating func complete(_ result: OperationResult) -> ProvisionerAction {
        take(machine.writeCompleted(result, at: now, &outbox))
    }

    mutating func join() -> ProvisionerAction {
        guard let credentials = credentials(name: bytes("Barn"), passphrase: bytes("hay and horses")) else {
            return .diagnosed
        }
        machine.steer(at: address())
        return take(machine.joinRequested(credentials, at: now, &outbox))
    }

    /// Counts a write that is whole, and asks on as a driver does.
    private mutating func take(_ action: ProvisionerAction) -> ProvisionerAction {
        guard action == .write else { return action }
        outbox.withMessage(0) { characteristic, bytes in
            if characteristic == 1, (try? TopicJSON.CredentialsObject(decoding: bytes)) != nil { written += 1 }
        }
        outbox.removeAll()
        return take(machine.next(at: now, &outbox))
    }
}
