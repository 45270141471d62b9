import BuildEngine
import Digests
import Targets

/// What targets' sources say of what tests may read, as they are in one commit; names aside.
///
/// What git calls the same as in that commit says the same: nobody has to look at it. Losing this costs time alone.
public struct CommittedFacts: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        /// Which sources the target has.
        public var list: ContentDigest
        /// Nil where the commit does not have all of them, so that git's word says nothing.
        public var facts: SourcesFacts?

        public init(list: ContentDigest, facts: SourcesFacts?) { (self.list, self.facts) = (list, facts) }
    }

    /// The commit's full name.
    public var commit: String
    public var entries: [TargetID: Entry]

    public init(commit: String, entries: [TargetID: Entry]) { (self.commit, self.entries) = (commit, entries) }

    /// Which sources a target has. `folder`: its package's, relative to the root.
    public static func list(of target: Target, in folder: String) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append(folder)
        builder.beginList(count: target.sources.count)
        for source in target.sources { builder.append(source) }
        return builder.finish()
    }

    /// Raised too when sources are looked at with other eyes.
    private static let format = 1

    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(CommittedFacts.format)
        writer.write(commit)
        writer.write(entries.count)
        for (id, entry) in entries.sorted(by: { $0.key < $1.key }) {
            writer.write(id.package.name)
            writer.write(id.name)
            writer.write(entry.list)
            writer.write(entry.facts.map(\.kinds) ?? -1)
            guard let facts = entry.facts, !facts.areSilent else { continue }
            writer.write(facts.steps)
            writer.write(facts.farthest)
            writer.write(facts.climber ?? "")
        }
        return writer.sealed()
    }

    /// Nil where the bytes are no such thing.
    public init?(_ bytes: [UInt8]) {
        guard var reader = ByteReader(sealed: bytes), reader.number() == CommittedFacts.format, let commit = reader.text(), let count = reader.count()
        else { return nil }
        var entries: [TargetID: Entry] = [:]
        entries.reserveCapacity(count)
        for _ in 0..<count {
            guard let package = reader.text(), let name = reader.text(), let list = reader.digest() ?? nil, let kinds = reader.number(), kinds < 8
            else { return nil }
            var facts = kinds < 0 ? nil : SourcesFacts(kinds: kinds)
            if facts?.areSilent == false {
                guard let steps = reader.number(), let farthest = reader.text(), let climber = reader.text() else { return nil }
                (facts!.steps, facts!.farthest, facts!.climber) = (steps, farthest, climber.isEmpty ? nil : climber)
            }
            entries[TargetID(PackageID(package), name)] = Entry(list: list, facts: facts)
        }
        (self.commit, self.entries) = (commit, entries)
    }
}

extension SourcesFacts {
    fileprivate var kinds: Int { (asksForPlace ? 1 : 0) + (startsPrograms ? 2 : 0) + (asksForFolder ? 4 : 0) }

    fileprivate init(kinds: Int) {
        self.init()
        (asksForPlace, startsPrograms, asksForFolder) = (kinds & 1 != 0, kinds & 2 != 0, kinds & 4 != 0)
    }
}
