import Digests
import Disk
import Subprocesses
import Toolchains

/// A compile of the sources that changed alone: what the others can see of them is what it was, so their objects are
/// those of the earlier result.
struct PartOfCompile: Sendable {
    let basis: Bases.Basis
    let jobs: [SourceJobs.Job]
    /// Those in which the jobs say what they read.
    let dependencyFiles: [String]
    /// What was said of the other sources.
    let diagnostics: String

    /// More are compiled faster together.
    static let mostSources = 4
}

/// Whether an edit of sources can change objects of others.
struct EditReach {
    let old, new: [String: SurfaceTable.Row]
    /// Every macro is the toolchain's: those that are called as swift-testing's are.
    let knowsMacros: Bool
    /// The content of a source.
    let read: (String) -> [UInt8]?
    /// Names that the earlier compile looked up or declared, in all sources; nil where nobody knows them.
    let lookedUp: () -> Set<String>?

    /// False where other sources of the module may have to be compiled again, and where that is not known.
    func staysInside(_ changed: [String]) -> Bool {
        // A frontend that compiles two sources puts the type itself where the other one says it is opaque: what one for
        // each makes is nothing that the driver would.
        guard new.values.allSatisfy({ $0.surface?.hasOpaqueTypes == false }) else { return false }
        return changed.allSatisfy { path in
            guard let before = old[path]?.surface, let after = new[path]?.surface, before.inside == after.inside,
                knowsMacros || !before.usesTestMacros && !after.usesTestMacros
            else { return false }
            return isNamedByNoOther(than: path, before, after, changed) && isStoredByNoOther(than: path, before, after)
        }
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

    /// Functions and properties came, went or changed that nobody else names: not in a text, not by a macro, and where a
    /// name may be looked up that stands in no text, not in the earlier compile.
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
                new.values.allSatisfy({ $0.surface?.aliases.contains("XCTestCase") == false })
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

    /// Stored properties moved of structs that nobody initialises elsewhere.
    private func isStoredByNoOther(
        than path: String, _ before: SurfaceTable.Surface, _ after: SurfaceTable.Surface
    ) -> Bool {
        let names = Set(before.storage.keys).union(after.storage.keys)
            .filter { before.storage[$0] != after.storage[$0] }
        guard !names.isEmpty else { return true }
        if expandsMacrosElsewhere(path) { return false }
        // An extension may go by another name of the type.
        let aliases = new.values.reduce(into: Set<String>()) { $0.formUnion($1.surface?.aliases ?? []) }
        guard new.values.allSatisfy({ $0.surface != nil }) else { return false }
        return new.allSatisfy { other, row in
            other == path || row.surface?.initialised.isDisjoint(with: aliases.union(names)) == true
        }
    }
}
