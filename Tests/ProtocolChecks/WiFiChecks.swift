import ProvisioningProtocols

/// The types that the protocols share.
let wiFiSuite = Suite(
    "Wi-Fi types",
    [
        Check("A2/5: A name has 0 to 32 bytes and keeps all of them; 33 are refused") {
            for count in 0...32 {
                let bytes = (0..<count).map { UInt8(200 - $0) }
                guard let ssid = SSID(bytes.span), ssid.count == count else { return "a length was refused" }
                for index in 0..<count where ssid[index] != bytes[index] { return "a byte" }
                let same = ssid.withBytes { span in
                    span.count == count && span.indices.allSatisfy { span[$0] == bytes[$0] }
                }
                if !same { return "a byte that was lent" }
            }
            return SSID([UInt8](repeating: 1, count: 33).span) == nil ? nil : "33 bytes were taken"
        },
        Check("Names are equal when their bytes are, and a zero byte at the end counts") {
            guard let short = SSID([65].span), let long = SSID([65, 0].span), let same = SSID([65].span) else {
                return "test data"
            }
            return short == same && short != long ? nil : "they compare wrongly"
        },
        Check("A5/16: An empty name and one of zero bytes are hidden; one with any other byte is not") {
            guard let zeros = SSID([0, 0, 0].span), let named = SSID([0, 0, 1].span) else { return "test data" }
            return SSID().isHidden && zeros.isHidden && !named.isHidden ? nil : "one of the three"
        },
        Check("A7/22: Nothing but an explicit open needs no passphrase") {
            for number in 0...UInt16(0x300) {
                let security = Security(rawValue: number)
                if security.needsPassphrase == (number == 0) { return "a security" }
            }
            return Security.unknown(0).needsPassphrase ? nil : "unknown 0"
        },
        Check("Signal bars lose one each 11 dB, at both sides of every step") {
            let steps: [(Int8, Int)] = [
                (127, 4), (-55, 4), (-56, 3), (-66, 3), (-67, 2), (-77, 2), (-78, 1), (-88, 1), (-89, 0), (-128, 0),
            ]
            return steps.allSatisfy { SignalStrength(rawValue: $0.0).bars == $0.1 } ? nil : "a step"
        },
        Check("A passphrase has 0 to 64 bytes and keeps them; 65 are refused") {
            for count in 0...64 {
                let bytes = (0..<count).map { UInt8($0 + 1) }
                guard let passphrase = Passphrase(bytes.span) else { return "a length was refused" }
                let copy = passphrase.copy()
                let same = copy.withBytes { span in
                    span.count == count && span.indices.allSatisfy { span[$0] == bytes[$0] }
                }
                if !same || copy.isEmpty != (count == 0) { return "a byte" }
            }
            return Passphrase([UInt8](repeating: 1, count: 65).span) == nil ? nil : "65 bytes were taken"
        },
        Check("Time does not run over its end, and none has passed since a later instant") {
            let end = Instant(milliseconds: .max), start = Instant(milliseconds: 5)
            guard end + 1 == end, start + 7 == Instant(milliseconds: 12) else { return "an addition" }
            guard start.milliseconds(since: start + 1) == 0, (start + 9).milliseconds(since: start) == 9 else {
                return "a difference"
            }
            return end.milliseconds(since: start) == .max ? nil : "a long time"
        },
        Check("An address has its four bytes, first to last") {
            let address = IPv4Address(192, 168, 1, 100)
            return address.octets == (192, 168, 1, 100) && address.bigEndianValue == 0xC0A8_0164 ? nil : "a byte"
        },
        Check("A hardware address is 48 bits") {
            HardwareAddress(.max).value == 0xFFFF_FFFF_FFFF ? nil : "more bits were kept"
        },
    ])
