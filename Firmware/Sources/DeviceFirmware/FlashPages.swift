/// Two pages of NOR flash for a ``FlashStore``: erased to ones, and programmed to zeros a word at a time.
public protocol FlashPages: ~Copyable {
    /// How many bytes a page has: at least two slots, a multiple of ``FlashStore/slotSize``.
    var pageSize: Int { get }
    /// The word at `offset`, a multiple of 4, of page 0 or 1.
    func word(at offset: Int, of page: Int) -> UInt32
    /// Clears the bits that are clear in `word`; `false` where the flash fails. Power that is lost meanwhile leaves some of
    /// them clear and others not.
    mutating func program(_ word: UInt32, at offset: Int, of page: Int) -> Bool
    /// Sets all bits of a page; power that is lost meanwhile leaves any of them set.
    mutating func erase(_ page: Int) -> Bool
}
