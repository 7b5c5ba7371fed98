/// How `gangway` ends. Scripts rely on the numbers.
package enum ExitStatus: Int32, CaseIterable {
    /// What was asked for is done.
    case done = 0
    /// It was refused or failed, and the output says why.
    case failed = 1
    /// The command line cannot be understood.
    case usage = 2
    /// The device or the network is not there, or more than one device fits.
    case notFound = 3
    /// The limit passed first.
    case timedOut = 4
    /// The credentials, or a command, went out and what became of them could not be learnt: neither success nor failure.
    case unknownOutcome = 5
    /// This machine cannot: no adapter, not permitted, a service that does not run.
    case machineCannot = 6
    /// A signal ended it.
    case interrupted = 130

    /// One line for help texts and manual pages.
    var meaning: String {
        switch self {
        case .done: "done"
        case .failed: "refused or failed; the output says why"
        case .usage: "the command line cannot be understood"
        case .notFound: "the device or the network was not found, or more than one device fits"
        case .timedOut: "the limit passed first"
        case .unknownOutcome:
            "credentials or a command were sent, but the outcome is unknown: neither success nor failure"
        case .machineCannot:
            "this machine cannot: no adapter, not permitted (also to write where something is to be kept), "
                + "a service does not run, or a library is missing"
        case .interrupted: "interrupted"
        }
    }
}
