import ProtocolChecks

/// Runs every check and says how it went.
@main struct Main {
    static func main() {
        var passed = 0
        var failed = 0
        for suite in suites {
            for check in suite.checks {
                guard let failure = check.run() else {
                    passed += 1
                    continue
                }
                failed += 1
                print(suite.name, terminator: ": ")
                print(check.name, terminator: ": ")
                print(failure)
            }
        }
        print(passed, terminator: " passed, ")
        print(failed, terminator: " failed\n")
        if failed > 0 { exit(1) }
    }
}

@_extern(c, "exit") func exit(_ status: Int32)
