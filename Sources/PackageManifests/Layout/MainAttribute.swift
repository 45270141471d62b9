/// Looks for `@main` as SwiftPM does: by lines, which is what decides how the only file of an executable is parsed.
enum MainAttribute {
    static func occurs(in source: [UInt8]) -> Bool {
        var inComment = false
        for line in source.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            var line = line
            while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
            while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
            if line.starts(with: "//".utf8) { continue }
            if line.starts(with: "/*".utf8) { inComment = true }
            if line.suffix(2).elementsEqual("*/".utf8) { inComment = false }
            if !inComment, line.starts(with: "@main".utf8) { return true }
        }
        return false
    }
}
