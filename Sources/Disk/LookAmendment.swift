import Digests

/// How a table of looks becomes that of a later build, which asked for a part of what the table holds: the looks of the
/// part are new, and the others stand.
public struct LookAmendment: Sendable {
    private let table: LookTable
    /// Files that may look otherwise than in the table: those that were edited before, and that the build itself wrote.
    private let others: Set<AbsolutePath>
    /// Folders that look otherwise, and list what they did: they are listed anew.
    private let listed: Set<AbsolutePath>
    /// A folder in which nobody but builds writes: its folders may look otherwise.
    private let ownFolder: AbsolutePath

    public init(
        of table: LookTable, differing others: Set<AbsolutePath>, listed: Set<AbsolutePath>, ownFolder: AbsolutePath
    ) {
        (self.table, self.others, self.listed, self.ownFolder) = (table, others, listed, ownFolder)
    }

    private struct Name: Hashable {
        var name: String
        var follows: Bool
    }

    private typealias Group = [Name: Look]

    /// Nil where the two contradict each other otherwise, or one of the files was not looked at.
    func table(_ looks: [LookPlace: Look], _ answers: [LookQuestion: ContentDigest?]) -> LookTable? {
        var groups: [AbsolutePath: Group] = [:]
        for (place, look) in looks {
            let (folder, name) = LookTable.position(of: place, look)
            groups[folder, default: [:]][Name(name: name, follows: place.follows)] = look
        }
        for path in others.union(listed) { groups[path.parent, default: [:]] = groups[path.parent] ?? [:] }
        for folder in listed { groups[folder, default: [:]] = groups[folder] ?? [:] }
        var writer = LookWriter(), count = 0, known: [AbsolutePath: Group] = [:]
        let isRewritten = table.blocks.withUnsafeBytes { bytes in
            guard let parts = LookTable.parts(of: bytes) else { return false }
            for part in parts {
                var cursor = LookCursor(UnsafeRawBufferPointer(rebasing: bytes[part]))
                guard let (start, looks) = cursor.header() else { return false }
                count += looks
                let folder = AbsolutePath(String(cString: start))
                guard let group = groups[folder] else {
                    writer.copy(bytes[part])
                    continue
                }
                guard let block = amended(&cursor, looks, folder, group),
                    writer.write(folder, block.map { ($0.0.name, $0.0.follows, $0.1) })
                else { return false }
                for (name, look) in block { known[folder, default: [:]][name] = look }
            }
            return true
        }
        guard isRewritten else { return nil }
        for (folder, group) in groups.sorted(by: { $0.key < $1.key }) {
            let new = group.filter { known[folder]?[$0.key] == nil }.sorted { $0.key.name < $1.key.name }
            count += new.count
            for start in stride(from: 0, to: new.count, by: LookTable.mostLooksInBlock) {
                let part = new[start..<min(new.count, start + LookTable.mostLooksInBlock)]
                guard writer.write(folder, part.map { ($0.key.name, $0.key.follows, $0.value) }) else { return nil }
            }
        }
        return LookTable(blocks: writer.bytes, answers: answers, looks: count)
    }

    /// A block of the table as it is now.
    private func amended(
        _ cursor: inout LookCursor, _ count: Int, _ folder: AbsolutePath, _ group: Group
    ) -> [(Name, Look)]? {
        var block: [(Name, Look)] = []
        for _ in 0..<count {
            guard let entry = cursor.entry() else { return nil }
            let name = Name(name: String(cString: entry.name), follows: entry.follows)
            guard let look = look(name.name.isEmpty ? folder : folder / name.name, entry.look, group[name]) else {
                return nil
            }
            block.append((name, look))
        }
        return block
    }

    private func look(_ path: AbsolutePath, _ before: Look, _ now: Look?) -> Look? {
        if others.contains(path), case .whole = before {
            // What stands there is an old look.
            guard case .whole? = now else { return nil }
            return now
        }
        // It was listed anew: by a look, or by an answer that stands beside one at its kind.
        if listed.contains(path), case .whole = before { return now }
        guard let now else { return before }
        if let both = before.merged(with: now) { return both }
        guard case .whole(let old) = before, case .whole(let new) = now, old.kind == .folder, new.kind == .folder,
            path.isInside(ownFolder)
        else { return nil }
        return now
    }

    /// Those of the table that are not about the files, and these. Nil where they contradict each other, or one of the
    /// files was not looked at.
    func answers(
        with new: [LookQuestion: ContentDigest?], _ looks: [LookPlace: Look]
    ) -> [LookQuestion: ContentDigest?]? {
        var all = new
        for (question, answer) in table.answers {
            if others.contains(question.path) {
                let isLookedAt =
                    if case .whole? = looks[LookPlace(path: question.path, follows: true)] { true } else { false }
                guard case .content = question, isLookedAt || new[question] != nil else { return nil }
                continue
            }
            if let other = all.updateValue(answer, forKey: question), other != answer { return nil }
        }
        return all
    }
}
