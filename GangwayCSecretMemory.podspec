# Written by scripts/podspecs from Package.swift.
Pod::Spec.new do |s|
  s.name = 'GangwayCSecretMemory'
  s.module_name = 'CSecretMemory'
  s.version = '0.1.0'
  s.summary = "The module CSecretMemory of Gangway, on which NordicWiFiProvisioner rests"
  # The repository that this file lies in, until the project has a public address.
  s.homepage = "file://#{__dir__}"
  s.source = { :git => "file://#{__dir__}", :tag => '0.1.0' }
  s.license = { :type => 'Apache-2.0', :file => 'LICENSE' }
  s.authors = "Gangway's contributors"
  s.ios.deployment_target = '26.0'
  s.osx.deployment_target = '26.0'
  s.source_files = 'Sources/CSecretMemory/**/*.{h,c}'
  s.public_header_files = 'Sources/CSecretMemory/include/*.h'
end
