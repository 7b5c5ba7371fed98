import ProvisioningProtocols

/// Keeps credentials in two pages of flash, whatever moment the power is lost at. They are not encrypted: who can read the
/// flash has them.
///
/// A page is a row of slots. The first has the page's mark and generation, each other one record, written behind the last. A
/// record counts once its mark is clear, which is written last; another word says that it is committed, another that it is
/// dropped, and each is one word: that is the one moment at which a change takes place. A full page, and all pages when all is
/// to be forgotten, are left for the other one, whose own mark is written last. What is no longer needed is overwritten.
public struct FlashStore<Flash: FlashPages & ~Copyable>: ~Copyable {
    /// How many bytes a record has room for.
    public static var slotSize: Int { 512 }

    var flash: Flash
    /// The page in use, and its generation; -1 before ``open()``, and where there is none yet.
    var page = -1
    var generation: UInt32 = 0
    /// The first slot that was never written.
    var free = 1
    /// The slots of the records that count; 0 where there is none.
    var committed = 0
    var staged = 0
    /// Credentials that are to be kept until a restart.
    var volatileCommitted: Credentials?
    var volatileStaged: Credentials?
    /// A record on its way to the flash or from it.
    var record = FlashRecord()

    /// A store that knows nothing of its flash yet.
    public init(_ flash: consuming Flash) { self.flash = flash }

    var slots: Int { flash.pageSize / Self.slotSize }
}

/// The words of a slot before its record, and what is in them.
enum FlashMark {
    /// A page's first word, once it is in use; its generation and that inverted follow it.
    static var page: UInt32 { 0x4757_4631 }
    static var generation: Int { 4 }
    static var inverse: Int { 8 }
    /// The places in a record's slot: written, committed, dropped; then the record.
    static var written: Int { 0 }
    static var committed: Int { 4 }
    static var dropped: Int { 8 }
    static var record: Int { 12 }
    static var erased: UInt32 { 0xFFFF_FFFF }
}

extension FlashStore where Flash: ~Copyable {
    /// Finds the page in use and the records in it, and ends what a loss of power cut off.
    @inline(never)
    public mutating func open() -> Bool {
        volatileCommitted = nil
        volatileStaged = nil
        let first = generation(of: 0)
        let second = generation(of: 1)
        page = -1
        if let first, second == nil || Int32(bitPattern: first &- (second ?? 0)) > 0 {
            page = 0
            generation = first
        } else if let second {
            page = 1
            generation = second
        }
        guard page >= 0 else { return begin(0) }
        guard isErased(1 - page) || flash.erase(1 - page) else { return false }
        return scan()
    }

    private func generation(of page: Int) -> UInt32? {
        let number = flash.word(at: FlashMark.generation, of: page)
        guard flash.word(at: 0, of: page) == FlashMark.page,
            flash.word(at: FlashMark.inverse, of: page) == ~number
        else { return nil }
        return number
    }

    @inline(never)
    private func isErased(_ page: Int) -> Bool {
        var offset = 0
        while offset < flash.pageSize {
            if flash.word(at: offset, of: page) != FlashMark.erased { return false }
            offset += 4
        }
        return true
    }

    /// Looks through the page. A mark that is neither set nor clear was being written: it is cleared, since a word that reads
    /// as half written may read otherwise tomorrow. What no longer counts is overwritten.
    @inline(never)
    private mutating func scan() -> Bool {
        free = 1
        committed = 0
        staged = 0
        for slot in 1..<slots {
            guard !isSlotErased(slot) else { continue }
            free = slot + 1
            guard mark(FlashMark.written, of: slot), readRecord(slot), !mark(FlashMark.dropped, of: slot) else {
                continue
            }
            if mark(FlashMark.committed, of: slot) {
                committed = slot
                staged = 0
            } else {
                staged = slot
            }
        }
        for slot in 1..<free where slot != committed && slot != staged {
            guard scrub(slot) else { return false }
        }
        record.wipe()
        return true
    }

    @inline(never)
    private func isSlotErased(_ slot: Int) -> Bool {
        for word in 0..<Self.slotSize / 4 where self.word(word * 4, of: slot) != FlashMark.erased { return false }
        return true
    }

    /// Whether a mark is clear, and clears one that is half so.
    @inline(never)
    private mutating func mark(_ place: Int, of slot: Int) -> Bool {
        let word = self.word(place, of: slot)
        if word == FlashMark.erased { return false }
        return word == 0 || program(0, place, of: slot)
    }

    func word(_ place: Int, of slot: Int) -> UInt32 { flash.word(at: slot * Self.slotSize + place, of: page) }

    mutating func program(_ word: UInt32, _ place: Int, of slot: Int) -> Bool {
        flash.program(word, at: slot * Self.slotSize + place, of: page)
    }

    /// Makes an erased page the one in use, with `kept` of the old one's slot, if not 0, as its committed record.
    @inline(never)
    private mutating func begin(_ new: Int, keeping kept: Int = 0) -> Bool {
        guard isErased(new) || flash.erase(new) else { return false }
        if kept > 0 {
            let base = Self.slotSize
            for word in 0..<Self.slotSize / 4 {
                let value = self.word(word * 4, of: kept)
                guard value == FlashMark.erased || flash.program(value, at: base + word * 4, of: new) else {
                    return false
                }
            }
        }
        generation &+= 1
        guard flash.program(generation, at: FlashMark.generation, of: new),
            flash.program(~generation, at: FlashMark.inverse, of: new),
            flash.program(FlashMark.page, at: 0, of: new)
        else { return false }
        let old = page
        page = new
        committed = kept > 0 ? 1 : 0
        staged = 0
        free = kept > 0 ? 2 : 1
        return old < 0 || flash.erase(old)
    }

    // MARK: - Records

    @inline(never)
    mutating func readRecord(_ slot: Int) -> Bool {
        record.wipe()
        let words = FlashRecord.capacity / 4
        for word in 0..<words { record.set(self.word(FlashMark.record + word * 4, of: slot), at: word) }
        return record.isWhole
    }

    /// Overwrites a slot that no longer counts.
    @inline(never)
    private mutating func scrub(_ slot: Int) -> Bool {
        for word in 0..<FlashRecord.capacity / 4 {
            let place = FlashMark.record + word * 4
            let value = self.word(place, of: slot)
            if value == 0 || value == FlashMark.erased { continue }
            guard program(0, place, of: slot) else { return false }
        }
        return true
    }

    /// Writes the record behind the others; it counts when its mark is clear.
    @inline(never)
    mutating func append() -> Bool {
        if free >= slots {
            // A full page holds the committed record and nothing else that counts: what was staged is being replaced.
            guard begin(1 - page, keeping: committed) else { return false }
        }
        let slot = free
        free += 1
        for word in 0..<(record.count + 3) / 4 {
            guard program(record.word(at: word), FlashMark.record + word * 4, of: slot) else { return false }
        }
        guard program(0, FlashMark.written, of: slot) else { return false }
        let old = staged
        staged = slot
        return old == 0 || drop(old)
    }

    @inline(never)
    private mutating func drop(_ slot: Int) -> Bool {
        program(0, FlashMark.dropped, of: slot) && scrub(slot)
    }

    /// Commits the staged record.
    @inline(never)
    mutating func commitStaged() -> Bool {
        guard staged > 0, program(0, FlashMark.committed, of: staged) else { return false }
        let old = committed
        committed = staged
        staged = 0
        return old == 0 || scrub(old)
    }

    /// Drops the staged record, where there is one.
    @inline(never)
    mutating func dropStaged() -> Bool {
        guard staged > 0 else { return true }
        let old = staged
        staged = 0
        return drop(old)
    }

    /// Leaves the page with all that is in it.
    mutating func leavePage() -> Bool { page < 0 || begin(1 - page) }
}
