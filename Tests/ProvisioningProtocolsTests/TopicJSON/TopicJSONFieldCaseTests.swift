import ProtocolChecks
import ProvisioningProtocols
import Testing

/// What went wrong in the field with credentials as JSON, at the level of bytes. The checks also run as an embedded build.
struct TopicJSONFieldCaseTests {
    @Test("A1/4: A name of eight emoji is carried whole, and nine are refused at both ends")
    func emoji() { expectChecks(of: "A1/4") }

    @Test("A3/9: Quotes and backslashes in a name and a passphrase come out of the object as they went in")
    func quotes() { expectChecks(of: "A3/9") }

    @Test("A4/13: A key of 64 hex digits passes both ends of the JSON protocol whole, 64 other characters neither")
    func hexKey() { expectChecks(of: "A4/13") }

    @Test("A4/15: A passphrase of 63 bytes passes both ends of the JSON protocol whole")
    func longestPassphrase() { expectChecks(of: "A4/15") }

    @Test("C5/67: The characteristic of the JSON protocol needs no encrypted link, so that nothing pairs")
    func unpaired() {
        #expect(TopicJSON.DeviceMachine.characteristicCount == 1)
        #expect(TopicJSON.DeviceMachine.characteristic(at: 0).properties == 0x08)
    }

    @Test("B3/34: An object that is written in three pieces arrives as one")
    func pieces() { expectChecks(of: "B3/34") }

    @Test("B4/38: An object of 512 bytes is sent, and one of 513 or 600 refused before anything is written")
    func longest() { expectChecks(of: "B4/38") }

    @Test("G5/144: A topic that cannot be published to is refused where it is entered and by the device")
    func topics() { expectChecks(of: "G5/144") }

    @Test("G6/147: Ten thousand opened arrays are refused without recursion")
    func depth() { expectChecks(of: "G6/147") }

    @Test("E5/117: What is printed of a device's address is its topic and id, and of an object's fault no byte of it")
    func printing() throws {
        let secret = "Zq7-canary-Zq7"
        let address = ControlAddress(topic: try TopicName("home/lamp"), id: .random())
        var texts = ["\(address)", String(reflecting: address)]
        dump(address, to: &texts[0])
        #expect(texts.allSatisfy { $0.contains("home/lamp") })
        for text in [
            #"{"pass":"\#(secret)","pass":"\#(secret)"}"#, #"{"pass":"\#(secret)"#, #"{"pass":["\#(secret)"]}"#,
            #"{"\#(secret)":1,"#,
        ] {
            do throws(TopicJSON.CredentialsObject.Fault) {
                _ = try TopicJSON.CredentialsObject(decoding: Array(text.utf8).span)
                Issue.record("it was read")
            } catch {
                var dumped = ""
                dump(error, to: &dumped)
                #expect(!("\(error)" + dumped).contains("canary"))
            }
        }
    }
}
