import Disk

/// Names files in what compilers and tests print from the folder in which mono works. They run in the folder of their
/// package, so that results are the same in every clone, and name files from there; terminals, editors and CI open
/// `path:line` from where mono was started.
struct PrintedPlaces {
    /// The folder from which paths are printed, and the one from which somebody reads them.
    private let printed, reader: AbsolutePath
    private let files: any FileSystem

    /// Makes nothing but the value. `reader`: without symbolic links, as `printed`.
    init(printedIn printed: AbsolutePath, readIn reader: AbsolutePath, files: any FileSystem) {
        (self.printed, self.reader, self.files) = (printed, reader, files)
    }

    /// A file's path from the reader's folder; the same where there is no such file, or the path is absolute.
    func path(_ path: String) -> String {
        guard printed != reader, let first = path.utf8.first, first != UInt8(ascii: "/"), path.utf8.count <= 4096,
            !path.utf8.contains(0)
        else { return path }
        let whole = printed / path
        return files.isFile(whole) ? whole.relative(to: reader) : path
    }

    /// The line with the place that it starts with named otherwise; nil where it starts with none, or nothing changes.
    ///
    /// A place is `PATH:LINE:`, also behind the words by which clang names a file that includes another one.
    func line(_ line: Substring) -> String? {
        var start = line.startIndex
        for words in ["In file included from ", "                 from "] where line.hasPrefix(words) {
            start = line.index(start, offsetBy: words.count)
        }
        let rest = line[start...]
        guard let end = PrintedPlaces.endOfPath(rest) else { return nil }
        let old = String(rest[..<end]), new = path(old)
        return new == old ? nil : line[..<start] + new + rest[end...]
    }

    /// Where the path of a place ends: at a colon with a line number and another colon behind it.
    private static func endOfPath(_ text: Substring) -> String.Index? {
        var from = text.startIndex
        while let colon = text.utf8[from...].firstIndex(of: UInt8(ascii: ":")) {
            let behind = text.utf8.index(after: colon)
            let digits = text.utf8[behind...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if !digits.isEmpty, text.utf8[digits.endIndex...].first == UInt8(ascii: ":") { return colon }
            from = behind
        }
        return nil
    }
}
