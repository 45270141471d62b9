/// One line of `git diff --raw -z --no-abbrev --no-renames`.
struct RawDifference: Hashable {
    var earlierMode, mode: Substring
    /// Zeros where there was nothing.
    var earlierObject, object: Substring
    /// One letter: `A`, `D`, `M`, `T` (another kind of file), `U` (not merged yet).
    var status: Substring
    /// Relative to the top of the work tree.
    var path: String

    static let submodule = "160000"
    static let link = "120000"
    static let executable = "100755"
    static let nothing = "000000"

    /// Nil where the bytes are no such list.
    static func parse(_ bytes: [UInt8]) -> [RawDifference]? {
        var result: [RawDifference] = []
        var fields = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
        // The last name has its zero behind it, too.
        guard fields.popLast()?.isEmpty ?? true else { return nil }
        while let head = fields.popFirst() {
            let words = String(decoding: head, as: UTF8.self).split(separator: " ")
            guard words.count == 5, words[0].hasPrefix(":"), let path = fields.popFirst(), !path.isEmpty else {
                return nil
            }
            result.append(
                RawDifference(
                    earlierMode: words[0].dropFirst(), mode: words[1], earlierObject: words[2], object: words[3],
                    status: words[4].prefix(1),
                    path: String(decoding: path, as: UTF8.self)))
        }
        return result
    }
}
