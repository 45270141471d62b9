/// Finds what somebody may have meant.
enum Misspelling {
    /// The known names that are close to `text`, best first, at most `limit`: those that a few slips of the finger turn
    /// into it (one for every three letters), those that start with it, and those that contain it. Letter case counts
    /// for little.
    static func suggestions(for text: String, among known: some Sequence<String>, limit: Int = 3) -> [String] {
        let wanted = Array(text.lowercased().unicodeScalars)
        // Anyone who types hundreds of letters has not misspelt a name, and the distance takes the product of both
        // lengths.
        guard !wanted.isEmpty, wanted.count <= 100 else { return [] }
        var ranked: [(rank: Int, name: String)] = []
        for name in Set(known) where name != text {
            let letters = Array(name.lowercased().unicodeScalars)
            let allowed = max(1, max(wanted.count, letters.count) / 3)
            if abs(wanted.count - letters.count) <= allowed, letters.count <= 100 {
                let distance = distance(wanted, letters)
                // Two short words are never far apart: at least one letter must be right.
                if distance <= allowed, distance < max(wanted.count, letters.count) {
                    ranked.append((distance, name))
                    continue
                }
            }
            if wanted.count >= 3, letters.starts(with: wanted) {
                ranked.append((50, name))
            } else if wanted.count >= 3, contains(letters, wanted) {
                ranked.append((51, name))
            }
        }
        // Where something is one slip away, what merely resembles the text too only distracts.
        let best = ranked.map(\.rank).min() ?? 0
        return ranked.filter { $0.rank <= max(best + 1, best >= 50 ? 51 : 0) }
            .sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
            .prefix(limit).map(\.name)
    }

    /// How many letters must be added, removed, replaced, or swapped with their neighbour (each place at most once) to
    /// make `b` of `a`.
    static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        guard !a.isEmpty, !b.isEmpty else { return a.count + b.count }
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i] + Array(repeating: 0, count: b.count)
            for j in 1...b.count {
                let replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
                row[j] = min(last[j] + 1, row[j - 1] + 1, replaced)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { row[j] = min(row[j], before[j - 2] + 1) }
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }

    private static func contains(_ text: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
        guard text.count >= part.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }
}
