import ProvisioningProtocols

/// The JSON reader and writer, by RFC 8259.
let jsonSuite = Suite(
    "JSON",
    [
        Check("Every kind of value is read as what it is, and the text ends with it") {
            for (text, kinds) in [
                ("null", "n"), ("true", "b"), (" false ", "b"), ("-0.5e+10", "#"), ("\"\"", "s"), ("[]", "[]"),
                ("{}", "{}"),
                ("[1,\"a\",[null],{}]", "[#s[n]{}]"), ("{\"a\":1,\"b\":[true]}", "{:#:[b]}"),
                ("\t\r\n {\"a\" : { } } ", "{:{}}"),
            ] as [(StaticString, StaticString)] where kindsRead(text) != bytes(kinds) { return text }
            return nil
        },
        Check("What is no JSON is refused, as what it lacks and at the byte where it shows") {
            for one in refusals where !fails(bytes(one.text).span, one.kind, one.offset) { return one.text }
            return nil
        },
        Check("Every beginning of a text is refused as truncated, but for one that is whole") {
            let text = bytes(#"{"a\u00e9\ud83c\udfe0":[-10.5e-3,true,null,"é🏠\n"],"b":{}}"#)
            if read(text.span) != nil { return "the whole" }
            for count in 0..<text.count {
                guard let fault = read(text.span.extracting(first: count)), fault.kind == .truncated else {
                    return "a beginning"
                }
            }
            return nil
        },
        Check("G6/147: Ten thousand opened arrays are refused at the ninth, without recursion") {
            let text = [UInt8](repeating: 0x5B, count: 10_000)
            if !fails(text.span, .tooDeep, 8) { return "the depth" }
            var reader = TopicJSON.Reader(maximumDepth: 255)
            var depth = 0
            do throws(TopicJSON.SyntaxFault) {
                while try reader.next(in: text.span) == .beginArray { depth += 1 }
            } catch { if error.kind != .tooDeep { return "another fault" } }
            return depth == 32 ? nil : "the greatest depth"
        },
        Check("Escapes are undone, surrogate pairs as one character, and names are compared by what they say") {
            let text = bytes(#"{"\u0073s\u0069d":"\"\\\/\b\f\n\r\t\u0000\u00E9\u20ac\uD83C\uDFE0"}"#)
            var reader = TopicJSON.Reader()
            do throws(TopicJSON.SyntaxFault) {
                _ = try reader.next(in: text.span)
                guard case .name(let name) = try reader.next(in: text.span), name.equals("ssid", in: text.span),
                    !name.equals("ssix", in: text.span), !name.equals("ssi", in: text.span)
                else { return "the name" }
                guard case .string(let string) = try reader.next(in: text.span) else { return "no string" }
                let wanted: [UInt8] = [
                    0x22, 0x5C, 0x2F, 8, 12, 10, 13, 9, 0, 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x8F, 0xA0,
                ]
                return unescaped(string, in: text) == wanted && string.count == wanted.count ? nil : "the string"
            } catch { return "refused" }
        },
        Check("A string is not written where it does not fit") {
            let text = bytes(#""\u00e9a""#)
            var reader = TopicJSON.Reader()
            guard case .string(let string)? = try? reader.next(in: text.span) else { return "no string" }
            var target = InlineArray<2, UInt8>(repeating: 7)
            var span = target.mutableSpan
            let count = string.copy(from: text.span, into: &span)
            return count == nil && target[0] == 7 ? nil : "written"
        },
        Check("A value is passed over whole, however deep it is") {
            let text = bytes(#"{"a":[[1,{"b":"]}"}],2],"c":3}"#)
            var reader = TopicJSON.Reader()
            do throws(TopicJSON.SyntaxFault) {
                _ = try reader.next(in: text.span)
                _ = try reader.next(in: text.span)
                try reader.skipValue(in: text.span)
                guard case .name(let name) = try reader.next(in: text.span) else { return "what follows" }
                try reader.skipValue(in: text.span)
                let last = try reader.next(in: text.span)
                return name.equals("c", in: text.span) && last == .endObject ? nil : "the end"
            } catch { return "refused" }
        },
        Check("A whole number of 32 bits is read, and no other number") {
            for (text, value) in [
                ("0", 0), ("-1", -1), ("2147483647", .max), ("-2147483648", .min), ("2147483648", nil),
                ("-2147483649", nil), ("1.0", nil), ("1e2", nil), ("99999999999999999999", nil), ("-0", 0),
            ] as [(StaticString, Int32?)] {
                let text = bytes(text)
                if TopicJSON.Reader.integer(at: 0..<text.count, in: text.span) != value { return "a number" }
            }
            return TopicJSON.Reader.integer(at: 0..<9, in: bytes("1").span) == nil ? nil : "past the end"
        },
        Check("What is written is JSON, escaped no more than it has to be, and of the size that was said") {
            var target = InlineArray<96, UInt8>(repeating: 0xA5)
            var span = target.mutableSpan
            var writer = TopicJSON.Writer()
            let text: [UInt8] = [0x22, 0x5C, 0x2F, 8, 9, 10, 12, 13, 0, 0x1F, 0x7F, 0xC3, 0xA9]
            writer.beginObject(&span)
            writer.name("a", &span)
            writer.string(text.span, &span)
            writer.name("b", &span)
            writer.boolean(true, &span)
            writer.name("c", &span)
            writer.number(.min, &span)
            writer.name("d", &span)
            writer.number(1_000_000_000, &span)
            writer.endObject(&span)
            let wanted = bytes(
                #"{"a":"\"\\/\b\t\n\f\r\u0000\u001f\#u{7F}é","b":true,"c":-2147483648,"d":1000000000}"#)
            if TopicJSON.Writer.size(of: text.span) != 32 { return "the size" }
            return (0..<writer.place).map { target[$0] } == wanted ? nil : "the text"
        },
    ])

private let refusals: [(text: StaticString, kind: TopicJSON.SyntaxFault.Kind, offset: UInt32)] = [
    ("", .truncated, 0), (" ", .truncated, 1), ("on", .unexpectedByte, 0), ("{", .truncated, 1),
    ("{}x", .trailingBytes, 2), ("{}{}", .trailingBytes, 2), ("[1,]", .unexpectedByte, 3),
    ("{\"a\":1,}", .unexpectedByte, 7), ("{\"a\"}", .unexpectedByte, 4), ("{\"a\":}", .unexpectedByte, 5),
    ("{a:1}", .unexpectedByte, 1), ("{1:1}", .unexpectedByte, 1), ("[1 2]", .unexpectedByte, 3),
    ("[}", .unexpectedByte, 1), ("{]", .unexpectedByte, 1), ("[1}", .unexpectedByte, 2), (",", .unexpectedByte, 0),
    ("01", .invalidNumber, 0), ("-", .truncated, 1), ("-a", .invalidNumber, 1), ("1.", .truncated, 2),
    ("1.a", .invalidNumber, 2), ("1e", .truncated, 2), ("1e+", .truncated, 3), (".5", .unexpectedByte, 0),
    ("+1", .unexpectedByte, 0), ("1x", .trailingBytes, 1), ("tru", .truncated, 3), ("trux", .unexpectedByte, 3),
    ("NaN", .unexpectedByte, 0), ("'a'", .unexpectedByte, 0), ("\"a", .truncated, 2), ("\"\\", .truncated, 2),
    ("\"\\x\"", .invalidEscape, 1), ("\"\\u12g4\"", .invalidEscape, 1), ("\"\\u123", .truncated, 6),
    ("\"\\ud800\"", .loneSurrogate, 1), ("\"\\udc00\"", .loneSurrogate, 1), ("\"\\ud800\\u0041\"", .loneSurrogate, 1),
    ("\"\\ud800\\n\"", .loneSurrogate, 1), ("\"a\u{1}\"", .controlCharacter, 2), ("\"\n\"", .controlCharacter, 1),
    ("\u{FEFF}{}", .unexpectedByte, 0), ("/**/1", .unexpectedByte, 0),
]

/// Strings that are not UTF-8: overlong forms, surrogates, beyond U+10FFFF, stray and missing continuations.
let notUTF8: [[UInt8]] = [
    [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
    [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    [0xC3, 0x22], [0xE2, 0x82, 0x22], [0xF0, 0x9F, 0x8F, 0x22],
]

/// The strict rules for text, byte by byte.
let jsonTextSuite = Suite(
    "JSON text",
    [
        Check("A string that is not UTF-8 is refused where its fault begins, in a member that nobody reads too") {
            for fault in notUTF8 {
                let value = [0x22, 0x61] + fault + [0x22]
                if !fails(value.span, .notUTF8, 2) { return "a value" }
                let object = bytes(#"{"x": "#) + value + [0x7D]
                if !fails(object.span, .notUTF8, 8) { return "a member" }
            }
            return nil
        },
        Check("The first and the last characters of each length are read") {
            for text in ["\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"]
                as [StaticString]
            {
                let value = [0x22] + bytes(text) + [0x22]
                if read(value.span) != nil { return text }
            }
            return nil
        },
    ])

/// Why `text` is refused; `nil` where all of it is read.
private func read(_ text: borrowing Span<UInt8>) -> TopicJSON.SyntaxFault? {
    var reader = TopicJSON.Reader()
    do throws(TopicJSON.SyntaxFault) {
        while try reader.next(in: text) != .end {}
        return nil
    } catch { return error }
}

private func fails(_ text: borrowing Span<UInt8>, _ kind: TopicJSON.SyntaxFault.Kind, _ offset: UInt32) -> Bool {
    guard let fault = read(text) else { return false }
    return fault.kind == kind && fault.offset == offset
}

/// A letter for each token of a text: `s` for a string, `:` for a name, `#` for a number, `b` and `n`, and the brackets.
private func kindsRead(_ text: StaticString) -> [UInt8] {
    let text = bytes(text)
    var reader = TopicJSON.Reader()
    var kinds: [UInt8] = []
    while let token = try? reader.next(in: text.span) {
        switch token {
        case .beginObject: kinds.append(0x7B)
        case .endObject: kinds.append(0x7D)
        case .beginArray: kinds.append(0x5B)
        case .endArray: kinds.append(0x5D)
        case .name: kinds.append(0x3A)
        case .string: kinds.append(0x73)
        case .number: kinds.append(0x23)
        case .boolean: kinds.append(0x62)
        case .null: kinds.append(0x6E)
        case .end: return kinds
        }
    }
    return []
}

/// What a string of `text` says.
func unescaped(_ string: TopicJSON.StringRange, in text: [UInt8]) -> [UInt8] {
    var value = [UInt8](repeating: 0, count: string.count)
    var span = value.mutableSpan
    guard let count = string.copy(from: text.span, into: &span), count == value.count else { return [] }
    return value
}

/// The bytes of a text.
func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { Array($0) } }
