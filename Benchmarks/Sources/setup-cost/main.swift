import BenchTable
import Glibc

// setup-cost          : sets 1,000 devices up in one process, then between two, and prints what it cost
// setup-cost one N    : N devices in one process
// setup-cost two N    : N devices between two processes
// setup-cost devices DIRECTORY N : be N devices; what `two` starts
let arguments = Array(CommandLine.arguments.dropFirst())
let count = arguments.count > 1 ? arguments.last.flatMap { Int($0) } ?? 0 : 1_000
if arguments.first == "devices", arguments.count == 3 {
    await DeviceProcess.run(directory: arguments[1], count: count)
    exit(0)
}
print(Row.header)
var isWithinLimits = true
if arguments.first != "two" { isWithinLimits = await OneProcess.run(count: count).report() }
if arguments.first != "one" { isWithinLimits = await TwoProcesses.run(count: count).report() && isWithinLimits }
exit(isWithinLimits ? 0 : 1)
