import JSON

/// A list of the data of a page, as JSON that may stand inside a script. It takes what has room.
struct PageList {
    /// Bytes that it may have.
    var room: Int
    private(set) var count = 0
    /// How many values had no room.
    private(set) var leftOut = 0
    private var values = ""

    init(room: Int) { self.room = room }

    /// In bytes.
    var size: Int { values.utf8.count }

    /// False where it has no room.
    @discardableResult
    mutating func add(_ value: JSONText) -> Bool {
        let text = PageList.encoded(value)
        guard hasRoom(for: text) else {
            leftOut += 1
            return false
        }
        if count > 0 { values += "," }
        values += text
        count += 1
        return true
    }

    func hasRoom(for value: JSONText) -> Bool { hasRoom(for: PageList.encoded(value)) }

    private func hasRoom(for text: String) -> Bool { size + text.utf8.count < room }

    /// A script ends at the first `</script>`, whatever stands around it.
    static func encoded(_ value: JSONText) -> String {
        let text = value.description
        return text.utf8.contains(UInt8(ascii: "<")) ? text.replacing("<", with: "\\u003c") : text
    }

    /// With the number of values that are left out.
    var text: String { "{\"list\":[\(values)],\"leftOut\":\(leftOut)}" }
}

/// Numbers for texts, in the order in which they come.
struct Numbering {
    private(set) var list = PageList(room: .max)
    private var numbers: [String: Int] = [:]

    /// The number that a name has or would get, and what it would take in the list.
    func next(_ name: String) -> (number: Int, size: Int) {
        if let known = numbers[name] { return (known, 0) }
        return (list.count, PageList.encoded(.text(name)).utf8.count + 1)
    }

    /// The number of a name that is in the list, and the text of any other.
    func named(_ name: String) -> JSONText { numbers[name].map(JSONText.number) ?? .text(name) }

    mutating func add(_ name: String) {
        guard numbers[name] == nil else { return }
        numbers[name] = list.count
        list.add(.text(name))
    }
}

extension JSONText {
    static func number(_ value: Int) -> JSONText { .integer(Int64(value)) }

    /// Milliseconds, to a tenth.
    static func time(_ milliseconds: Double) -> JSONText {
        let tenths = Int64((Swift.min(Swift.max(milliseconds, 0), 1e12) * 10).rounded())
        return tenths % 10 == 0 ? .integer(tenths / 10) : .thousandths(tenths * 100)
    }
}
