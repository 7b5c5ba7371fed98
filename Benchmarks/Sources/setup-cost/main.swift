import Glibc

// setup-cost          : sets 1,000 devices up in one process, then between two, and prints what it cost
// setup-cost one N    : N devices in one process
// setup-cost two N    : N devices between two processes
// setup-cost devices DIRECTORY N : be N devices; what `two` starts
let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "devices":
    await DeviceProcess.run(directory: Array(arguments)[1], count: Int(Array(arguments)[2]) ?? 0)
case "one":
    await report(OneProcess.run(count: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000))
case "two":
    await report(TwoProcesses.run(count: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000))
default:
    let results = [await OneProcess.run(count: 1_000), await TwoProcesses.run(count: 1_000)]
    for result in results { report(result) }
    exit(results.allSatisfy(\.isWithinLimits) ? 0 : 1)
}
