import Glibc

// control-cost list FILE N                                 : makes a directory of N devices
// control-cost states PORT AUTHORITY SESSION FILE COUNT N  : takes in the states that wait in a session; prints the seconds
// control-cost round-trips PORT AUTHORITY COUNT            : times commands until their states are back; prints p50 and p99

let words = Array(CommandLine.arguments.dropFirst())
do {
    switch (words.first, words.count) {
    case ("list", 3): try await States.list(words[1], Int(words[2]) ?? 0)
    case ("states", 7):
        let place = Place(port: UInt16(words[1]) ?? 0, authority: words[2])
        print(try await States.take(from: place, words[3], words[4], Int(words[5]) ?? 0, Int(words[6]) ?? 1))
    case ("round-trips", 4):
        let place = Place(port: UInt16(words[1]) ?? 0, authority: words[2])
        print(try await RoundTrips(place).times(Int(words[3]) ?? 0))
    default: exit(2)
    }
} catch {
    print("control-cost: \(error)")
    exit(1)
}
