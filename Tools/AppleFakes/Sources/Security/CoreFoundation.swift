public import Foundation

// Core Foundation's names, where Foundation has no Core Foundation for Swift. At Apple its types and Foundation's are each
// other's; here they are the same, so that `NSDictionary(dictionary: …) as CFDictionary` compiles and means the same on both.

/// documentation/corefoundation/cfdictionary
public typealias CFDictionary = NSDictionary
/// documentation/corefoundation/cfstring
public typealias CFString = NSString
/// documentation/corefoundation/cfdata
public typealias CFData = NSData
/// documentation/corefoundation/cftyperef
public typealias CFTypeRef = AnyObject
/// documentation/kernel/osstatus
public typealias OSStatus = Int32

/// A constant; nothing changes an immutable `NSString`.
struct Constant: @unchecked Sendable {  // see above
    let text: CFString

    init(_ text: String) { self.text = NSString(string: text) }
}
