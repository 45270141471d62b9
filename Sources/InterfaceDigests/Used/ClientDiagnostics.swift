/// What the compile of a client said.
public enum ClientDiagnostics {
    /// True where it is about a place outside of the client's sources: then it may show any lines of an interface,
    /// with their numbers, and nothing less than all of it can be taken for the same.
    ///
    /// `sources`: as the compiler spells them.
    public static func showOthers(_ said: String, sources: Set<String>) -> Bool {
        said.split(separator: "\n").contains { line in
            guard let path = place(line) else { return false }
            // `Base.swift` may be a class `swift` of the module `Base`.
            return !path.contains("/") || !sources.contains(String(path))
        }
    }

    /// `Base.Box` of `Base.Box:2:14: note: …`.
    private static func place(_ line: Substring) -> Substring? {
        let parts = line.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 2 else { return nil }
        for index in parts.indices.dropFirst() {
            let isKind = [" note", " warning", " error", " remark"].contains { parts[index] == $0 }
            // Behind the line, and most often the column.
            if isKind, Int(parts[index - 1]) != nil {
                let isColumn = index >= 3 && Int(parts[index - 2]) != nil
                return line[..<(parts[index - (isColumn ? 3 : 2)].endIndex)]
            }
        }
        return nil
    }
}
