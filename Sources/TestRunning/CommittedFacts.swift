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
            var writer = ByteWriter()
            writer.write(targets.count)
            for (name, entry) in targets.sorted(by: { $0.key < $1.key }) {
                writer.write(name)
                entry.write(to: &writer)
            }
            content = writer.written
        }

        fileprivate init?(from reader: inout ByteReader) {
            guard let lists = reader.digest() ?? nil, let silent = reader.number(), let content = reader.content() else { return nil }
            (self.lists, areSilent, self.content) = (lists, silent == 1, content)
        }

        fileprivate func write(to writer: inout ByteWriter) {
            writer.write(lists)
            writer.write(areSilent ? 1 : 0)
            writer.write(content)
        }

        /// By name; read off each time.
        public var targets: [String: Entry] {
            var reader = ByteReader(content), result: [String: Entry] = [:]
            for _ in 0..<(reader.count() ?? 0) {
                guard let name = reader.text(), let entry = Entry(from: &reader) else { return [:] }
                result[name] = entry
            }
            return result
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
    private static let format = 4

    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(CommittedFacts.format)
        writer.write(commit)
        writer.write(sourceFolders.sorted().joined(separator: "/"))
        writer.write(packages.count)
        for (id, package) in packages.sorted(by: { $0.key < $1.key }) {
            writer.write(id.name)
            package.write(to: &writer)
        }
        return writer.sealed()
    }

    /// Nil where the bytes are no such thing.
    public init?(_ bytes: [UInt8]) {
        guard var reader = ByteReader(sealed: bytes), reader.number() == CommittedFacts.format, let commit = reader.text(),
            let folders = reader.text(), let count = reader.count()
        else { return nil }
        var packages: [PackageID: Package] = [:]
        packages.reserveCapacity(count)
        for _ in 0..<count {
            guard let name = reader.text(), let package = Package(from: &reader) else { return nil }
            packages[PackageID(name)] = package
        }
        self.init(commit: commit, sourceFolders: Set(folders.split(separator: "/").map(String.init)), packages: packages)
    }
}

extension CommittedFacts.Entry {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(list)
        writer.write(facts.map(\.kinds) ?? -1)
        guard let facts, !facts.areSilent else { return }
        writer.write(facts.steps)
        writer.write(facts.farthest)
        writer.write(facts.climber ?? "")
        writer.write(facts.stepper ?? "")
    }

    fileprivate init?(from reader: inout ByteReader) {
        guard let list = reader.digest() ?? nil, let kinds = reader.number(), kinds < 32 else { return nil }
        var facts = kinds < 0 ? nil : SourcesFacts(kinds: kinds)
        if facts?.areSilent == false {
            guard let steps = reader.number(), let farthest = reader.text(), let climber = reader.text(), let stepper = reader.text()
            else { return nil }
            (facts!.steps, facts!.farthest) = (steps, farthest)
            (facts!.climber, facts!.stepper) = (climber.isEmpty ? nil : climber, stepper.isEmpty ? nil : stepper)
        }
        self.init(list: list, facts: facts)
    }
}

extension SourcesFacts {
    fileprivate var kinds: Int { (asksForPlace ? 1 : 0) + (startsPrograms ? 2 : 0) + (asksForFolder ? 4 : 0) + (usesPlace ? 8 : 0) + (stepper == nil ? 0 : 16) }

    fileprivate init(kinds: Int) {
        self.init()
        (asksForPlace, startsPrograms, asksForFolder, usesPlace) = (kinds & 1 != 0, kinds & 2 != 0, kinds & 4 != 0, kinds & 8 != 0)
        // Which one is read off after this.
        if kinds & 16 != 0 { stepper = "" }
    }
}
