/// Something whose cost is measured: run many times, it is to do the same each time.
struct Cost: Sendable {
    /// What is measured, as the table shows it.
    let name: String
    /// How many instructions one time may take on x86-64.
    let limit: Int
    /// Does it `count` times; the sum keeps the work from being optimised away. It must not allocate in the loop.
    let run: @Sendable (_ count: Int) -> Int

    init(_ name: String, limit: Int, _ run: @escaping @Sendable (_ count: Int) -> Int) {
        self.name = name
        self.limit = limit
        self.run = run
    }
}

/// All that is measured. A new file with costs adds its array here.
let costs: [Cost] = wiFiSetCosts + nordicWiFiCosts
