import Disk
import Targets
import Testing

@testable import PackageManifests

@Suite struct EnabledTraitsTests {
    private let app = PackageID("app"), other = PackageID("other"), kit = PackageID("kit"), deep = PackageID("deep")

    private func package(_ id: PackageID, _ manifest: Manifest, _ role: LoadedManifest.Role = .member) -> LoadedManifest
    {
        LoadedManifest(
            id: id, role: role, identity: id.name, folder: AbsolutePath("/w/\(id.name)"), path: id.name,
            manifestName: "Package.swift",
            manifest: manifest)
    }

    /// The traits of each package, of which the members start with `chosen`.
    private func enabled(_ packages: [LoadedManifest], chosen: [String] = ["default"]) throws(TraitFailure)
        -> EnabledTraits
    {
        var table = PackageTable()
        for package in packages { table.add(package) }
        let members = packages.filter { $0.role == .member }.map { (package: $0.id, traits: chosen) }
        return try EnabledTraits(roots: members, packages: { table[$0] }, find: { table.package(meantBy: $1, of: $0) })
    }

    private func user(of dependency: DeclaredDependency, traits: [DeclaredTrait] = []) -> Manifest {
        Sample.manifest(
            traits: traits, dependencies: [dependency],
            targets: [Sample.target("T", dependencies: [Sample.needs(.product("K", package: "kit", aliases: []))])])
    }

    private func wanting(_ traits: [RequestedTrait]?) -> DeclaredDependency {
        Sample.folder("../kit", identity: "kit", traits: traits)
    }
    private func always(_ names: String...) -> [RequestedTrait] {
        names.map { RequestedTrait(name: $0, onlyWith: nil) }
    }

    private static let kitTraits = [
        DeclaredTrait(name: "default", enables: ["A"]), DeclaredTrait(name: "A", enables: ["B"]),
        DeclaredTrait(name: "B", enables: []),
        DeclaredTrait(name: "C", enables: []),
    ]
    private static let kitManifest = Sample.manifest(
        traits: kitTraits, products: [Sample.library("K")], targets: [Sample.target("K")])

    @Test("default traits are on where nobody says otherwise, with all that they turn on")
    func defaults() throws {
        #expect(try enabled([package(app, EnabledTraitsTests.kitManifest)])[app] == ["A", "B"])
        #expect(try enabled([package(app, EnabledTraitsTests.kitManifest)], chosen: ["C"])[app] == ["C"])
        #expect(try enabled([package(app, EnabledTraitsTests.kitManifest)], chosen: [])[app] == [])
        let kit = package(self.kit, EnabledTraitsTests.kitManifest, .local)
        #expect(try enabled([package(app, user(of: wanting(nil))), kit])[self.kit] == ["A", "B"])
        #expect(
            try enabled([package(app, user(of: wanting(always("default", "C")))), kit])[self.kit] == ["A", "B", "C"])
    }

    @Test("an empty list turns the default ones off, unless somebody else wants them")
    func union() throws {
        let kit = package(self.kit, EnabledTraitsTests.kitManifest, .local)
        #expect(try enabled([package(app, user(of: wanting([]))), kit])[self.kit] == [])
        #expect(
            try enabled([package(app, user(of: wanting([]))), package(other, user(of: wanting(always("C")))), kit])[
                self.kit] == ["C"])
        #expect(
            try enabled([package(app, user(of: wanting([]))), package(other, user(of: wanting(nil))), kit])[self.kit]
                == ["A", "B"])
    }

    @Test("what a package asks for may depend on its own traits, over several packages, in any order")
    func conditional() throws {
        let asksDeep = Sample.manifest(
            traits: EnabledTraitsTests.kitTraits,
            dependencies: [
                Sample.folder("../deep", identity: "deep", traits: [RequestedTrait(name: "C", onlyWith: ["B"])])
            ],
            products: [Sample.library("K")],
            targets: [Sample.target("K", dependencies: [Sample.needs(.product("D", package: "deep", aliases: []))])])
        let deepManifest = Sample.manifest(
            traits: EnabledTraitsTests.kitTraits, products: [Sample.library("D")], targets: [Sample.target("D")])
        let packages = [package(kit, asksDeep, .local), package(deep, deepManifest, .local)]
        #expect(try enabled([package(app, user(of: wanting([])))] + packages)[deep] == [])
        #expect(try enabled([package(app, user(of: wanting(always("A"))))] + packages)[deep] == ["C"])
        #expect(
            try enabled([package(app, user(of: wanting([]))), package(other, user(of: wanting(nil)))] + packages)[deep]
                == ["C"])
    }

    @Test("traits that nobody declares are errors that name who wants them")
    func unknown() {
        let kit = package(self.kit, EnabledTraitsTests.kitManifest, .local),
            plain = package(self.kit, Sample.manifest(), .local)
        #expect(throws: TraitFailure(package: self.kit, trait: "Z", wantedBy: app, declared: ["A", "B", "C"])) {
            try enabled([package(app, user(of: wanting(always("Z")))), kit])
        }
        #expect(throws: TraitFailure(package: self.kit, trait: "A", wantedBy: app, declared: [])) {
            try enabled([package(app, user(of: wanting(always("default", "A")))), plain])
        }
        // Turning the default ones of a package without traits off is forbidden by SwiftPM.
        #expect(throws: TraitFailure(package: self.kit, trait: nil, wantedBy: app, declared: [])) {
            try enabled([package(app, user(of: wanting([]))), plain])
        }
        #expect(throws: Never.self) { try enabled([package(app, user(of: wanting(always("default")))), plain]) }
    }

    @Test("a dependency that only disabled traits would use is none")
    func guarded() {
        let dependency = Sample.remote("kit")
        func isUsed(_ conditions: Condition..., traits: Set<String>, role: LoadedManifest.Role = .member) -> Bool {
            let uses = conditions.map { Sample.needs(.product("K", package: "kit", aliases: []), when: $0) }
            let manifest = Sample.manifest(
                traits: EnabledTraitsTests.kitTraits, targets: [Sample.target("T", dependencies: uses)])
            let package = self.package(app, manifest, role)
            return EnabledTraits.isUsed(dependency, by: package, manifest.targets, with: traits)
        }
        let onlyA = Condition(traits: ["A"])
        #expect(isUsed(onlyA, traits: ["A"]))
        #expect(!isUsed(onlyA, traits: ["B"]))
        #expect(isUsed(onlyA, .always, traits: []))
        #expect(isUsed(onlyA, Condition(traits: ["B", "C"]), traits: ["C"]))
        // The workspace's own packages keep what no target names; others do not.
        #expect(isUsed(traits: []))
        #expect(!isUsed(traits: [], role: .local))
    }
}
