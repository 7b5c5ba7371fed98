# Written by scripts/podspecs from Package.swift.
Pod::Spec.new do |s|
  s.name = 'GangwayCoreBluetoothRadio'
  s.module_name = 'CoreBluetoothRadio'
  s.version = '0.1.0'
  s.summary = "The module CoreBluetoothRadio of Gangway, on which NordicWiFiProvisioner rests"
  # The repository that this file lies in, until the project has a public address.
  s.homepage = "file://#{__dir__}"
  s.source = { :git => "file://#{__dir__}", :tag => '0.1.0' }
  s.license = { :type => 'Apache-2.0', :file => 'LICENSE' }
  s.authors = "Gangway's contributors"
  s.ios.deployment_target = '26.0'
  s.osx.deployment_target = '26.0'
  s.swift_versions = ['6.0']
  s.source_files = 'Sources/CoreBluetoothRadio/**/*.swift'
  s.pod_target_xcconfig = { 'OTHER_SWIFT_FLAGS' => '-enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature NonisolatedNonsendingByDefault' }
  s.dependency 'GangwayBluetoothLE', s.version.to_s
  s.dependency 'GangwayRuntime', s.version.to_s
  s.dependency 'GangwayProvisioningProtocols', s.version.to_s
end
