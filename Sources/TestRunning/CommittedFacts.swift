import BuildEngine
import Digests
import Targets

/// What targets' sources say of what tests may read, as they are in one commit; names aside.
///
/// What git calls the same as in that commit says the same: nobody has to look at it. Losing this costs time alone.
public struct CommittedFacts: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        /// Which sources and headers the target has.
        public var list: ContentDigest
        /// Nil where the commit does not have all of them, so that git's word says nothing.
        public var facts: SourcesFacts?

        public init(list: ContentDigest, facts: SourcesFacts?) { (self.list, self.facts) = (list, facts) }
    }

    /// The targets of one package.
    public struct Package: Hashable, Sendable {
        /// Which sources and headers all targets of the package have.
        public var lists: ContentDigest
        /// All of them are known, and tests may read no more because of any: then nobody looks at the rest.
        public var areSilent: Bool
        private let content: [UInt8]

        /// `names`: those of all targets that `lists` is about; `targets`: what is known of any of them.
        public init(lists: ContentDigest, names: [String], targets: [String: Entry]) {
            self.lists = lists
            areSilent = names.allSatisfy { targets[$0]?.facts?.areSilent ?? false }
            var writer = RecordWriter()
            writer.write(table: targets) { writer, name, entry in
                writer.write(name)
                entry.write(to: &writer)
            }
            content = writer.bytes
        }

        fileprivate init(from reader: inout RecordReader) throws(MalformedRecord) {
            (lists, areSilent, content) = (try reader.digest(), try reader.flag(), Array(try reader.content()))
        }

        fileprivate func write(to writer: inout RecordWriter) {
            writer.write(lists)
            writer.write(areSilent)
            writer.write(content)
        }

        /// By name; read off each time.
        public var targets: [String: Entry] {
            var reader = RecordReader(content)
            let targets = try? reader.table { (reader) throws(MalformedRecord) in
                (try reader.text(), try Entry(from: &reader))
            }
            return targets ?? [:]
        }
    }

    /// The commit's full name.
    public var commit: String
    /// What the facts were found with: they are others where these are.
    public var sourceFolders: Set<String>
    public var packages: [PackageID: Package]

    public init(commit: String, sourceFolders: Set<String>, packages: [PackageID: Package]) {
        (self.commit, self.sourceFolders, self.packages) = (commit, sourceFolders, packages)
    }

    /// Which sources and headers a target has. `folder`: its package's, relative to the root.
    public static func list(of target: Target, in folder: String) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append(folder)
        builder.append(target.sources)
        builder.append(target.headers)
        return builder.finish()
    }

    /// The same of all targets of a package at once, whatever their order.
    public static func lists(of targets: [Target], in folder: String) -> ContentDigest {
        var builder = DigestBuilder()
        builder.append(folder)
        builder.beginList(count: targets.count)
        for target in targets.sorted(by: { $0.id.name < $1.id.name }) {
            builder.append(target.id.name)
            builder.append(target.sources)
            builder.append(target.headers)
        }
        return builder.finish()
    }

    /// Raised too when sources are looked at with other eyes.
    private static let format = 5

    public var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.write(CommittedFacts.format)
        writer.write(commit)
        writer.write(sourceFolders.sorted())
        writer.write(table: packages) { writer, id, package in
            writer.write(id.name)
            package.write(to: &writer)
        }
        return writer.sealed()
    }

    /// Throws where the bytes are no such thing.
    public init(_ bytes: [UInt8]) throws(MalformedRecord) {
        var reader = try RecordReader(sealed: bytes)
        guard try reader.number() == CommittedFacts.format else { throw MalformedRecord() }
        let commit = try reader.text(), folders = try reader.texts()
        let packages = try reader.table { (reader) throws(MalformedRecord) in
            (PackageID(try reader.text()), try Package(from: &reader))
        }
        try reader.finish()
        self.init(commit: commit, sourceFolders: Set(folders), packages: packages)
    }
}

extension CommittedFacts.Entry {
    fileprivate func write(to writer: inout RecordWriter) {
        writer.write(list)
        writer.write(facts) { writer, facts in
            writer.write(facts.kinds)
            if facts.areSilent { return }
            writer.write(facts.steps)
            writer.write(facts.farthest)
            writer.write(facts.climber)
            writer.write(facts.stepper)
        }
    }

    fileprivate init(from reader: inout RecordReader) throws(MalformedRecord) {
        list = try reader.digest()
        facts = try reader.optional { (reader) throws(MalformedRecord) in
            let kinds = try reader.number()
            guard kinds < 32 else { throw MalformedRecord() }
            var facts = SourcesFacts(kinds: kinds)
            if facts.areSilent { return facts }
            (facts.steps, facts.farthest) = (try reader.number(), try reader.text())
            (facts.climber, facts.stepper) = (try reader.optionalText(), try reader.optionalText())
            return facts
        }
    }
}

extension SourcesFacts {
    fileprivate var kinds: Int {
        (asksForPlace ? 1 : 0) + (startsPrograms ? 2 : 0) + (asksForFolder ? 4 : 0) + (usesPlace ? 8 : 0)
            + (stepper == nil ? 0 : 16)
    }

    fileprivate init(kinds: Int) {
        self.init()
        (asksForPlace, startsPrograms, asksForFolder, usesPlace) = (
            kinds & 1 != 0, kinds & 2 != 0, kinds & 4 != 0, kinds & 8 != 0
        )
        // Which one is read off after this.
        if kinds & 16 != 0 { stepper = "" }
    }
}
