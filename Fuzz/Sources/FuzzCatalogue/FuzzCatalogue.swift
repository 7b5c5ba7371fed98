import DeviceCatalogue

/// A catalogue of kinds is refused at a line that it has, or read; each of its kinds is then found, by what it is called and by
/// what it advertises.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let catalogue: DeviceCatalogue
    do throws(CatalogueError) {
        catalogue = try DeviceCatalogue(json: bytes)
    } catch {
        precondition((1...1 + bytes.count { $0 == 0x0A }).contains(error.line), "a fault beyond the text")
        return 0
    }
    for kind in catalogue.kinds {
        precondition(catalogue.kind(kind.id) == kind, "another kind of this name")
        switch kind.advertised {
        case .exactly(let name): precondition(catalogue.kind(advertising: name) == kind, "not recognised")
        case .beginning(let name):
            precondition(catalogue.kind(advertising: name + "\u{1}") == kind, "not recognised by its beginning")
        }
        for mode in kind.modes { precondition(kind.modeName(mode.number) == mode.name, "another mode") }
    }
    return 0
}
