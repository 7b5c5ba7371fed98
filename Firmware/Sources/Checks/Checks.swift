import CBoard
import ProtocolChecks

/// The image that runs the checks of floor 1 in the microcontroller, and says over the serial port how they went.
@c(image_main) public func imageMain() {
    var passed = 0
    var failed = 0
    for suite in suites {
        for check in suite.checks {
            guard let failure = check.run() else {
                passed += 1
                continue
            }
            failed += 1
            say(suite.name)
            say(": ")
            say(check.name)
            say(": ")
            say(failure)
            say("\n")
        }
    }
    say(passed)
    say(" passed, ")
    say(failed)
    say(" failed\n")
    board_end(failed > 0 ? 1 : 0)
}

private func say(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { board_send(text.utf8Start[index]) }
}

private func say(_ number: Int) {
    if number >= 10 { say(number / 10) }
    board_send(UInt8(truncatingIfNeeded: 0x30 + number % 10))
}
