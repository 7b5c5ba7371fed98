import ProvisioningProtocols

/// Topics and device ids.
let controlSuite = Suite(
    "Topics and ids",
    [
        Check("G5/144: A topic that cannot be published to is refused, each by its rule") {
            for (text, fault) in [
                ("lamp+cw", .wildcard), ("a#b", .wildcard), ("", .empty), ("$SYS/lamp", .leadingDollar),
                ("/lamp", .emptyLevel), ("lamp/", .emptyLevel), ("home//lamp", .emptyLevel), ("/", .emptyLevel),
                ("a\u{0}b", .controlCharacter), ("a\nb", .controlCharacter), ("a\u{7F}", .controlCharacter),
                ("é\u{85}", .controlCharacter), ("home/lamp", nil), ("a", nil), ("a$b/c d/é à", nil),
            ] as [(StaticString, TopicName.Fault?)] where topicFault(bytes(text)) != fault { return text }
            if topicFault([UInt8](repeating: 0x61, count: 200)) != nil { return "200 bytes" }
            if topicFault([UInt8](repeating: 0x61, count: 201)) != .tooLong { return "201 bytes" }
            if topicFault([UInt8](repeating: 0x61, count: 70_000)) != .tooLong { return "70,000 bytes" }
            for fault in notUTF8 where topicFault(fault + [0x61]) != .notUTF8 { return "not UTF-8" }
            return nil
        },
        Check("A topic keeps its bytes, and says whether it has a dot") {
            let text = bytes("home/é.b")
            guard let topic = try? TopicName(text.span) else { return "refused" }
            let kept = topic.withBytes { kept in kept.indices.map { kept[$0] } }
            guard kept == text, topic.count == 9, topic.hasDot else { return "the bytes" }
            guard let other = try? TopicName(bytes("home/é/b").span), other != topic, !other.hasDot else {
                return "another"
            }
            return nil
        },
        Check("An id is a UUID in either letter case, and is written in lower case") {
            let lower = bytes("9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913")
            guard let id = DeviceID(lower.span), id == DeviceID(bytes("9B1F7C0E-3D52-4a6B-8F21-5C0DE4A7B913").span)
            else {
                return "the letter case"
            }
            let written = id.withText { text in text.indices.map { text[$0] } }
            return written == lower ? nil : "the text"
        },
        Check("What is no UUID is no id") {
            for text in [
                "", "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b91", "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b9130",
                "9b1f7c0e3d524a6b8f215c0de4a7b913----", "9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b91g",
                "-9b1f7c0-3d52-4a6b-8f21-5c0de4a7b913", "../../../../../../../../../../etc/pa",
            ] as [StaticString] where DeviceID(bytes(text).span) != nil { return text }
            return nil
        },
        Check("A command and a report are read as they were written, and are told apart by whose id they have") {
            let text = bytes("9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913")
            guard let id = DeviceID(text.span) else { return "the id" }
            for mode in [nil, 0, 2, Int32.min, Int32.max] {
                for isOn in [true, false] {
                    for body in [
                        ControlBody.report(id: id, isOn: isOn, mode: mode), .command(id: id, isOn: isOn, mode: mode),
                    ] where !body.withBytes({ ControlBody($0) == body }) { return "not what was written" }
                }
            }
            let longest = ControlBody.command(id: id, isOn: false, mode: .min).withBytes { $0.count }
            return longest == 81 ? nil : "the length"
        },
        Check("A command that is not whole is obeyed by nobody, and what is neither is not understood") {
            for (text, body) in [
                (#"{"uuid":"9b1f7c0e-3d52-4a6b-8f21-5c0de4a7b913"}"#, .brokenCommand),
                (#"{"uuid":7,"status":true}"#, .brokenCommand), (#"{"uuid":{"status":true}}"#, .brokenCommand),
                (#"{"status":true}"#, .notUnderstood), (#"{"id":"lamp","status":true}"#, .notUnderstood),
                ("", .notUnderstood), ("on", .notUnderstood), ("[[", .notUnderstood), ("{}", .notUnderstood),
            ] as [(StaticString, ControlBody)] where ControlBody(bytes(text).span) != body { return text }
            return nil
        },
    ])

private func topicFault(_ bytes: [UInt8]) -> TopicName.Fault? {
    do throws(TopicName.Fault) {
        _ = try TopicName(bytes.span)
        return nil
    } catch { return error }
}
