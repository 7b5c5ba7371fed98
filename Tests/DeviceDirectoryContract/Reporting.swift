import DeviceDirectory

extension DirectoryContractCase {
    static let reporting: [DirectoryContractCase] = [
        DirectoryContractCase(description: "The last report of a device in a batch counts, whatever the clock says") {
            directory in
            try await directory.add(Sample.device(1))
            // The clock was a day ahead, and is set right in between.
            let now = WallTime.now
            let late = WallTime(milliseconds: now.milliseconds + 86_400_000)
            let count = try await directory.record([
                DeviceReport(id: Sample.id(1), time: late, state: DeviceState(isOn: true, mode: 2, time: late)),
                DeviceReport(id: Sample.id(1), time: now, state: DeviceState(isOn: false, time: now)),
            ])
            try claim(count == 2, "\(count) were counted")
            let device = try await directory.device(Sample.id(1))
            try claim(device?.state == DeviceState(isOn: false, time: now), "the state is another")
            try claim(device?.lastSeen == now, "it was last seen at another time")
        },
        DirectoryContractCase(description: "What is written late takes the place of nothing newer, and is counted") {
            directory in
            try await directory.add(Sample.device(1))
            let now = WallTime.now.milliseconds
            let (older, newer) = (WallTime(milliseconds: now - 4000), WallTime(milliseconds: now - 2000))
            let off = DeviceState(isOn: false, mode: 0, time: newer)
            let on = DeviceState(isOn: true, mode: 1, time: older)
            try await directory.record([DeviceReport(id: Sample.id(1), time: newer, state: off)])
            for time in [older, WallTime(milliseconds: now - 1000)] {
                let count = try await directory.record([DeviceReport(id: Sample.id(1), time: time, state: on)])
                try claim(count == 1, "\(count) were counted")
                let device = try await directory.device(Sample.id(1))
                try claim(device?.state == off, "the state is \(String(describing: device?.state))")
                try claim(device?.lastSeen == max(time, newer), "it was last seen at another time")
            }
        },
        DirectoryContractCase(description: "A report without a state keeps the one before") { directory in
            try await directory.add(Sample.full)
            let later = WallTime(milliseconds: Sample.time.milliseconds + 9000)
            try await directory.record([DeviceReport(id: Sample.full.id, time: later)])
            let device = try await directory.device(Sample.full.id)
            try claim(device?.state == Sample.full.state, "the state is another")
            try claim(device?.lastSeen == later, "it was last seen at another time")
        },
        DirectoryContractCase(description: "Reports of devices that are not listed are dropped") { directory in
            try await directory.add(Sample.device(1))
            let count = try await directory.record([
                DeviceReport(id: Sample.id(2), time: Sample.time), DeviceReport(id: Sample.id(1), time: Sample.time),
            ])
            try claim(count == 1, "\(count) were counted")
            try claim(try await directory.devices().count == 1, "a device was listed")
        },
        DirectoryContractCase(
            description: "Of the signals that reports bring, one in five minutes is kept, whatever the clock does"
        ) {
            directory in
            try await directory.add(Sample.device(1))
            let minutes: [Int64] = [0, 1, 4, 5, 9, 10, 2, 3, 7]
            let reports = minutes.enumerated().map { number, minute in
                DeviceReport(
                    id: Sample.id(1), time: WallTime(milliseconds: Sample.time.milliseconds + minute * 60_000),
                    signal: Int8(-50 - number))
            }
            let count = try await directory.record(reports + [DeviceReport(id: Sample.id(2), time: .now, signal: -40)])
            try claim(count == minutes.count, "\(count) were counted")
            let kept = try await directory.signalHistory(of: Sample.id(1)).map(\.strength)
            try claim(kept == [-50, -53, -55, -56, -58], "\(kept)")
            for report in reports { try await directory.record([report]) }
            let again = try await directory.signalHistory(of: Sample.id(1)).map(\.strength)
            try claim(again == kept + [-50, -53, -55, -56, -58], "\(again)")
            try claim(try await directory.device(Sample.id(1))?.state == nil, "a signal made a state")
        },
        DirectoryContractCase(description: "A signal history keeps the newest samples in the order in which they came")
        {
            directory in
            try await directory.add(Sample.device(1))
            try await directory.add(Sample.device(2))
            // The clock steps back in the middle.
            let samples = (0..<DeviceRules.maximumSamples + 20).map { (number: Int) -> SignalSample in
                let time = Int64(number < 500 ? 9_000_000 + number : number)
                return SignalSample(time: WallTime(milliseconds: time), strength: Int8(-(number % 100)))
            }
            try await directory.record(Array(samples.prefix(30)), of: Sample.id(1))
            try await directory.record(Array(samples.dropFirst(30)), of: Sample.id(1))
            let history = try await directory.signalHistory(of: Sample.id(1))
            try claim(history == samples.suffix(DeviceRules.maximumSamples), "\(history.count) samples, or others")
            try claim(try await directory.signalHistory(of: Sample.id(2)).isEmpty, "another device has a history")
        },
    ]
}
