import ProtocolChecks
import Testing

/// What went wrong in the field, at the level of messages and bytes. The checks also run as an embedded build.
struct FieldCaseTests {
    @Test("A1/1: One name that is not UTF-8 leaves the list whole, and its bytes are sent back as they came")
    func nameThatIsNotText() { expectChecks(of: "A1/1") }

    @Test("A2/5: A name of 32 bytes keeps all of them in the list, in the credentials and in the status")
    func longestName() { expectChecks(of: "A2/5") }

    @Test("A2/8: An SSID length of 33 is told apart from a malformed message, and never read as a name")
    func nameTooLong() { expectChecks(of: "A2/8") }

    @Test("A4/13: A key of 64 hex digits is refused where the protocol cannot carry it, and never cut")
    func hexKey() { expectChecks(of: "A4/13") }

    @Test("A4/15: A passphrase of 63 bytes passes whole; one of 7 is refused")
    func longestPassphrase() { expectChecks(of: "A4/15") }

    @Test("A5/16: A hidden network between two others is kept as hidden and leaves both intact")
    func hiddenNetwork() { expectChecks(of: "A5/16") }

    @Test("A5/19: A status without a network has no name and no address")
    func noNetwork() { expectChecks(of: "A5/19") }

    @Test("A7/22: WPA3 is read as secured, and a join without a passphrase is refused")
    func securedByWPA3() { expectChecks(of: "A7/22") }

    @Test("B1/28: An error of 255 bytes is read whole, its length as two bytes, the low one first")
    func longestError() { expectChecks(of: "B1/28") }

    @Test("B1/30: The length field of every message is the number of bytes after the header")
    func lengthField() { expectChecks(of: "B1/30") }

    @Test("B2/31: A new connection begins with any sequence number")
    func newConnection() { expectChecks(of: "B2/31") }

    @Test("B3/36: A status in two notifications is whole, and a message that begins in the second is split off")
    func twoNotifications() { expectChecks(of: "B3/36") }

    @Test("B6/44: A request always has name, address and channel; one without them is refused, and the device stays up")
    func requiredFields() { expectChecks(of: "B6/44") }

    @Test("B6/47: No bytes, or another message, are no network, no state, no version and no answer")
    func otherMessages() { expectChecks(of: "B6/47") }

    @Test("B7/48: Service data that is not four bytes long says nothing of the device")
    func garbageInAdvertisements() { expectChecks(of: "B7/48") }

    @Test("C5/66: The table of Nordic's service asks for encryption wherever it should, and nowhere else")
    func encryptedTable() { expectChecks(of: "C5/66") }

    @Test("C5/67: Nothing of WiFiSet asks for encryption")
    func plainTable() { expectChecks(of: "C5/67") }

    @Test("D5/100: A list that stops after fifteen entries shows the gap and the count")
    func burst() { expectChecks(of: "D5/100") }

    @Test("E2/107: The reason of a failure is the one that was told, and unknown where none was")
    func reasons() { expectChecks(of: "E2/107") }

    @Test("E4/113: A value that cannot be read leaves the list whole, and one end of it")
    func unreadableValue() { expectChecks(of: "E4/113") }

    @Test("F3/126: An access point is wished for only where its address was given")
    func accessPoint() { expectChecks(of: "F3/126") }
}

/// Runs the checks whose names begin with the id of a field case; there has to be one.
func expectChecks(of fieldCase: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let checks = suites.flatMap(\.checks).filter { "\($0.name)".hasPrefix(fieldCase + ":") }
    #expect(!checks.isEmpty, sourceLocation: sourceLocation)
    for check in checks {
        let failure = check.run().map { "\($0)" }
        #expect(failure == nil, "\(check.name)", sourceLocation: sourceLocation)
    }
}
