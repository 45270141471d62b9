import Disk
import PackageResolution
import Targets
import Testing

@testable import PackageManifests

/// What packages of a workspace want from elsewhere, united.
@Suite struct WorkspaceWishesTests {
    private func umbrella(_ manifests: [String: Manifest]) throws(ManifestError) -> Umbrella {
        var table = PackageTable()
        for (path, manifest) in manifests {
            table.add(
                LoadedManifest(
                    id: PackageID(path), role: .member, identity: Identity.of(location: path),
                    folder: AbsolutePath("/w/" + path), path: path,
                    manifestName: "Package.swift", manifest: manifest))
        }
        let traits: EnabledTraits
        do {
            traits = try EnabledTraits(
                roots: table.ids.map { ($0, ["default"]) }, packages: { table[$0] },
                find: { table.package(meantBy: $1, of: $0) })
        } catch {
            throw .unknownTrait(error.package, trait: error.trait, wantedBy: error.wantedBy, declared: error.declared)
        }
        return try Umbrella(table: table, traits: traits)
    }

    private func range(_ low: Int, _ high: Int) -> Requirement { .range(Version(low, 0, 0), Version(high, 0, 0)) }
    private func always(_ names: String...) -> [RequestedTrait] {
        names.map { RequestedTrait(name: $0, onlyWith: nil) }
    }

    @Test("wishes for one package meet, and their traits are united")
    func united() throws {
        let found = try umbrella([
            "a": Sample.manifest(dependencies: [Sample.remote("log", range(1, 3), traits: always("X"))]),
            "b": Sample.manifest(dependencies: [
                Sample.remote("log", range(2, 5)), Sample.remote("nio", .branch("main")),
            ]),
        ])
        #expect(
            found.wishes == [
                "log": Umbrella.Wish(
                    location: "https://example.com/apple/log", requirement: range(2, 3), traits: ["X", "default"]),
                "nio": Umbrella.Wish(
                    location: "https://example.com/apple/nio", requirement: .branch("main"), traits: ["default"]),
            ])
    }

    @Test("wishes that exclude each other are told with both packages")
    func irreconcilable() {
        let first = Irreconcilable.Wish(
            package: PackageID("a"), manifest: AbsolutePath("/w/a/Package.swift"), requirement: range(1, 2),
            location: "https://example.com/apple/log")
        var second = Irreconcilable.Wish(
            package: PackageID("b"), manifest: AbsolutePath("/w/b/Package.swift"), requirement: range(2, 3),
            location: "https://example.com/apple/log")
        #expect(throws: ManifestError.irreconcilable(Irreconcilable(identity: "log", first: first, second: second))) {
            try umbrella([
                "a": Sample.manifest(dependencies: [Sample.remote("log", range(1, 2))]),
                "b": Sample.manifest(dependencies: [Sample.remote("log", range(2, 3))]),
            ])
        }
        // So do two packages of one name.
        (second.requirement, second.location) = (range(1, 2), "https://example.com/fork/log")
        #expect(throws: ManifestError.irreconcilable(Irreconcilable(identity: "log", first: first, second: second))) {
            try umbrella([
                "a": Sample.manifest(dependencies: [Sample.remote("log", range(1, 2))]),
                "b": Sample.manifest(dependencies: [Sample.remote("log", range(1, 2), owner: "fork")]),
            ])
        }
    }

    @Test("a package of the workspace stands for the external one of its name, and must be the only one")
    func local() throws {
        let user = Sample.manifest(dependencies: [Sample.remote("log")])
        #expect(try umbrella(["a": user, "Vendor/log": Sample.manifest()]).wishes.isEmpty)
        #expect(throws: ManifestError.ambiguousIdentity("log", [PackageID("One/log"), PackageID("Two/log")])) {
            try umbrella(["a": user, "One/log": Sample.manifest(), "Two/log": Sample.manifest()])
        }
    }

    @Test("registries are not supported, and that is said")
    func registry() {
        let dependency = DeclaredDependency(
            identity: "mona.list", source: .registry(.exact(Version(1, 0, 0))), traits: nil)
        #expect(throws: ManifestError.registryDependency(identity: "mona.list", neededBy: PackageID("a"))) {
            try umbrella(["a": Sample.manifest(dependencies: [dependency])])
        }
    }
}
