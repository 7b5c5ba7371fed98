/// Every suite, for the test runner and for the embedded build. A new file with checks adds its line here.
public let suites: [Suite] = [
    wiFiSuite,
    credentialSuite,
    outboxSuite,
    codecSuite,
    framerSuite,
    sequenceSuite,
    provisionerMachineSuite,
    joinCoordinatorSuite,
    deviceMachineSuite,
    jsonSuite,
    jsonTextSuite,
    controlSuite,
    topicJSONSuite,
    topicJSONDeviceSuite,
    topicJSONProvisionerSuite,
]
