import Foundation
import Measuring

/// A place in a source, as the language server counts.
struct TextPlace: Sendable {
    let path: String
    /// From 0; columns in UTF-16.
    let line, column: Int

    /// Where `text`, which holds a `|`, first stands in the file at `path`, relative to `root`: at the `|`.
    init(_ text: String, in path: String, of root: String) throws {
        self.path = path
        let parts = text.split(separator: "|", maxSplits: 1).map(String.init)
        let lines = try Folders.text(root + "/" + path).split(separator: "\n", omittingEmptySubsequences: false)
        guard let line = lines.firstIndex(where: { $0.contains(parts.joined()) }),
            let found = lines[line].range(of: parts.joined())
        else { throw RunError("\(path) does not have '\(parts.joined())'") }
        self.line = line
        column = lines[line][..<found.lowerBound].utf16.count + parts[0].utf16.count
    }
}
