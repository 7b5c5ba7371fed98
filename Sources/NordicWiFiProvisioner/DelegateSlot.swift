import Dispatch
import Runtime

/// A delegate, held weakly and called on the main queue, in the order of the calls.
final class DelegateSlot<Delegate>: Sendable {
    private let reference = Lock(WeakReference(nil))

    var object: Delegate? {
        get { reference.withLock { $0 }.object as? Delegate }
        set { reference.withLock { $0 = WeakReference(newValue as AnyObject?) } }
    }

    /// Calls whoever is the delegate when the main queue comes to it.
    func call(_ body: @escaping @Sendable (Delegate) -> Void) {
        DispatchQueue.main.async {
            if let object = self.object { body(object) }
        }
    }
}

/// A weak reference that may be passed on by anybody, while what it leads to is used by the main queue alone.
struct WeakReference: @unchecked Sendable {  // reading and writing a weak reference is atomic (The Swift Runtime)
    private(set) weak var object: AnyObject?

    init(_ object: AnyObject?) { self.object = object }
}
