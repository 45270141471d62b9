import Disk

/// What stands at places of sources, each file read once.
final class SourceTexts {
    /// In characters, of what is shown.
    private static let longest = 60

    private let files: any FileSystem
    private var known: [AbsolutePath: [Substring]] = [:]

    init(files: any FileSystem) { self.files = files }

    /// From that column to the end of the line, and not too long; nil where there is nothing. Both count from 1,
    /// columns in bytes.
    func text(_ path: AbsolutePath, _ line: Int, _ column: Int) -> String? {
        let lines = lines(of: path)
        guard lines.indices.contains(line - 1), column >= 1 else { return nil }
        let bytes = lines[line - 1].utf8.dropFirst(column - 1)
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.isEmpty else { return nil }
        return VisibleText.of(
            text.count > SourceTexts.longest ? "\(text.prefix(SourceTexts.longest - 1))…" : text)
    }

    private func lines(of path: AbsolutePath) -> [Substring] {
        if let lines = known[path] { return lines }
        let bytes = (try? files.read(path)) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        known[path] = lines
        return lines
    }
}
