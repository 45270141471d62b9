import Digests
import Disk
import Subprocesses
import Toolchains

/// A compile of some sources alone: those that changed, and few whose objects have lines of these. What the others can
/// see of them is what it was, so their objects are those of the earlier result.
struct PartOfCompile: Sendable {
    let basis: Bases.Basis
    let sources: [String]
    let jobs: [SourceJobs.Job]
    /// Those in which the jobs say what they read.
    let dependencyFiles: [String]
    /// What was said of the other sources.
    let diagnostics: String

    /// More are compiled faster together.
    static let mostSources = 4

    /// Each frontend reads all sources: of NIOCore's 71, six take 3 s by themselves, and all of them together 13 s.
    static func isFaster(_ count: Int, of all: Int) -> Bool { count <= mostSources || count * 6 <= all }
}

/// Which objects of other sources an edit can change.
struct EditReach {
    let old, new: [String: SurfaceTable.Row]
    /// Every macro is the toolchain's: those that are called as swift-testing's are.
    let knowsMacros: Bool
    /// The content of a source.
    let read: (String) -> [UInt8]?
    /// Names that the earlier compile looked up or declared, in all sources; nil where nobody knows them.
    let lookedUp: () -> Set<String>?

    /// Sources to compile beside those that changed; nil where that is not known.
    func others(than changed: [String]) -> Set<String>? {
        // A frontend that compiles two sources puts the type itself where the other one says it is opaque: what one for
        // each makes is nothing that the driver would.
        guard new.values.allSatisfy({ $0.surface?.hasOpaqueTypes == false }) else { return nil }
        var found: Set<String> = []
        for path in changed {
            guard let before = old[path]?.surface, let after = new[path]?.surface, before.inside == after.inside,
                knowsMacros || !before.usesTestMacros && !after.usesTestMacros,
                isNamedByNoOther(than: path, before, after, changed),
                let others = initialising(path, before, after)
            else { return nil }
            found.formUnion(others)
        }
        return found.subtracting(changed)
    }

    private var expandsMacrosElsewhere: (String) -> Bool {
        { path in
            new.contains { other, row in
                guard other != path else { return false }
                guard let surface = row.surface else { return true }
                return surface.mayExpandMacros || surface.usesTestMacros && !knowsMacros
            }
        }
    }

    /// Functions and properties came, went or changed that nobody else names: not in a text, not by a macro. Where a
    /// name may be looked up that stands in no text, the earlier compile did not look it up.
    private func isNamedByNoOther(
        than path: String, _ before: SurfaceTable.Surface, _ after: SurfaceTable.Surface, _ changed: [String]
    ) -> Bool {
        let names = Set(before.functions.keys).union(after.functions.keys)
            .filter { before.functions[$0] != after.functions[$0] }
        guard !names.isEmpty else { return true }
        let isNamable = names.contains { before.namable.contains($0) || after.namable.contains($0) }
        if isNamable, expandsMacrosElsewhere(path) { return false }
        lazy var known = lookedUp()
        let open = names.intersection(before.lookedUp.union(after.lookedUp))
        if !open.isEmpty, known?.isDisjoint(with: open) != true { return false }
        // A type that another source extends, or that goes by another name, may conform to a protocol there.
        let owners = names.reduce(into: Set<String>()) { owners, name in
            owners.formUnion(before.owners[name] ?? [])
            owners.formUnion(after.owners[name] ?? [])
        }
        if !owners.isEmpty {
            guard before.aliases.isEmpty, after.aliases.isEmpty,
                new.values.allSatisfy({ $0.surface?.aliases.keys.contains("XCTestCase") == false })
            else { return false }
        }
        return new.keys.allSatisfy { other in
            if other == path { return true }
            // It is compiled again, and what others see of it names none of them: it is as it was, and named none then.
            if changed.contains(other), known?.isDisjoint(with: names.union(owners)) == true { return true }
            guard let bytes = read(other) else { return false }
            return !names.union(owners).contains { ByteSearch.contains(Array($0.utf8), in: bytes) }
        }
    }

    /// Sources that initialise structs whose stored properties moved; nil where that is not known.
    private func initialising(
        _ path: String, _ before: SurfaceTable.Surface, _ after: SurfaceTable.Surface
    ) -> Set<String>? {
        let names = Set(before.storage.keys).union(after.storage.keys)
            .filter { before.storage[$0] != after.storage[$0] }
        guard !names.isEmpty else { return [] }
        let surfaces = new.compactMapValues(\.surface)
        guard !expandsMacrosElsewhere(path), surfaces.count == new.count else { return nil }
        // An extension may go by another name of the type.
        let types = EditReach.namesThatMayStand(for: names, surfaces.values)
        return Set(surfaces.keys.filter { $0 != path && surfaces[$0]?.initialised.isDisjoint(with: types) == false })
    }

    /// The names themselves, and those of aliases of them, and of aliases of these.
    private static func namesThatMayStand(
        for names: Set<String>, _ surfaces: some Collection<SurfaceTable.Surface>
    ) -> Set<String> {
        var found = surfaces.reduce(into: names) { $0.formUnion($1.openAliases) }
        while true {
            let count = found.count
            for surface in surfaces {
                for (alias, words) in surface.aliases where !words.isDisjoint(with: found) { found.insert(alias) }
            }
            if found.count == count { return found }
        }
    }
}
