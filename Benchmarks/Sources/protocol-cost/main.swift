import CAllocationCount

// protocol-cost: the costs as lines of "index, limit, allocations a time, name", with tabs between
// protocol-cost INDEX COUNT: does one of them so many times
let arguments = CommandLine.arguments
if arguments.count == 3, let index = Int(arguments[1]), costs.indices.contains(index), let count = Int(arguments[2]) {
    print(costs[index].run(count))
} else {
    for (index, cost) in costs.enumerated() {
        let sum = cost.run(1)
        precondition(sum > 0, "\(cost.name) did nothing")
        let few = allocations { cost.run(10) }
        let many = allocations { cost.run(1_010) }
        print("\(index)\t\(cost.limit)\t\((many - few) / 1_000)\t\(cost.name)")
    }
}

func allocations(_ body: () -> Int) -> UInt64 {
    let before = gangway_allocation_count()
    precondition(body() > 0)
    return gangway_allocation_count() - before
}
