// Changes the secrets and the broker's file in a folder as fast as it can, and says on standard output what it is about to do
// and what was confirmed: the tests kill it and compare what it said with what is there.
//
//     HomeWriter FOLDER FIRST [LAST]
//
// FIRST is the number of its first change, LAST that of a change at which it is killed once it is made, before it is confirmed.

import CredentialVault
import DefaultControl
import Glibc
import MessageBroker

func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(1, line, line.count)
}

/// Change number `index` of a sequence that is the same every time: `keep LABEL`, `forget LABEL` or `broker`.
func describe(_ index: Int) -> String {
    switch index % 4 {
    case 0, 1: "keep account-\(index % 13) \(index)"
    case 2: "forget account-\((index - 2) % 13) \(index)"
    default: "broker home.example \(index)"
    }
}

func make(_ text: String, _ home: ControlHome) async throws {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 3, let number = Int(words[2]) else { exit(2) }
    if words[0] == "broker" {
        let addresses = (0...number % 20).map {
            BrokerAddress(host: "\(words[1])", port: UInt16(1 + (number + $0) % 60_000))
        }
        return try BrokerFile(addresses: addresses).write(to: home.brokerFile)
    }
    guard let name = SecretName(.broker, words[1]) else { exit(2) }
    let vault = DefaultControl.vault(home)
    if words[0] == "forget" {
        try await vault.forget(name)
    } else {
        // Of another length each time, so that half of one is no other.
        guard let secret = Secret(String(repeating: "\(number) ", count: 1 + number % 97)) else { exit(2) }
        try await vault.keep(secret, as: name)
    }
}

guard CommandLine.arguments.count >= 3, let first = Int(CommandLine.arguments[2]) else { exit(2) }
let last = CommandLine.arguments.dropFirst(3).first.flatMap { Int($0) }
let home = ControlHome(path: CommandLine.arguments[1])
do {
    say("opened")
    var index = first
    while true {
        let text = describe(index)
        say("begin \(text)")
        try await make(text, home)
        if index == last { kill(getpid(), SIGKILL) }
        say("done \(text)")
        index += 1
    }
} catch {
    say("failed \(error)")
    exit(1)
}
