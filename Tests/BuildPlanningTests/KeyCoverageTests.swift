import BuildPlanning
import Digests
import Targets
import Testing
import Toolchains

/// What an action is made of reaches its key, or is listed with a reason.
@Suite struct KeyCoverageTests {
    /// Tools split `OLD=NEW` at the first `=`, so a workspace whose path holds one gets other bytes: it has keys of its
    /// own.
    @Test func aPlaceThatToolsCannotReplaceIsInTheKey() throws {
        func key(_ arguments: [Argument], place: String?) throws -> ActionKey {
            let action = Action(
                id: ActionID("a"), subject: .target(TargetID(PackageID("p"), "t")), folder: ".",
                work: .tool(.init(.checkTypes, .swiftc, arguments: arguments)))
            return try action.fingerprint(
                KeyIngredients(
                    toolchain: { _ in ContentDigest(of: "t") }, source: { _ in ContentDigest(of: "s") }, place: place,
                    interface: { _ in ContentDigest(of: "i") }, outputs: { _ in [] })
            ).key
        }
        for mapping in [Argument.rooted("=/^src"), .temporary("=/^tmp"), .mapped(before: "-map=", after: "=/^src")] {
            let arguments: [Argument] = ["-debug-prefix-map", mapping]
            #expect(
                try Set([key(arguments, place: nil), key(arguments, place: "/a=b"), key(arguments, place: "/a=c")])
                    .count == 3)
        }
        let plain: [Argument] = ["-module-cache-path", .rooted("/.mono/ModuleCache")]
        #expect(try key(plain, place: nil) == key(plain, place: "/a=b"))
    }

    /// Through the planner: an edit of any field gives some action another key.
    @Test func everyFieldOfATargetReachesAKeyOrIsListed() throws {
        let sample = SampleGraph()
        let other = TargetID(sample.package.id, "Other")
        let edits: [String: (inout SampleGraph) -> Void] = [
            "id": { graph in
                graph.app.dependencies = [Conditional(.target(other))]
                graph.dynamic.targets = [other]
                graph.library.id = other
                graph.library.moduleName = "Other"
            },
            "kind": { $0.library.kind = .executable },
            "language": { $0.clang.language = .none },
            "moduleName": { $0.library.moduleName = "Else" },
            "moduleAliases": { $0.library.moduleAliases = ["Old=New"] },
            "folder": { $0.library.folder = "Sources" },
            "sources": { $0.library.sources.removeLast() },
            "includable": { $0.clang.includable = ["Sources/CThing/table.inc"] },
            "headers": { $0.clang.headers.append("Sources/CThing/include/more.h") },
            "publicHeaders": { $0.clang.publicHeaders = "Sources/CThing" },
            "moduleMap": { $0.clang.moduleMap = .umbrellaFolder("Sources/CThing/include") },
            "resources": { $0.library.resources = [Resource(source: "Sources/Library/a.txt", name: "a.txt")] },
            "embeddedResources": { $0.library.embeddedResources = ["Sources/Library/a.txt"] },
            "dependencies": { $0.library.dependencies.removeLast() },
            "settings": { $0.library.settings = [Conditional(.swift(.define("FLAG")))] },
            "packageAccess": { $0.library.packageAccess = false },
            "artifacts": { graph in
                graph.clang.language = .none
                graph.clang.kind = .binary
                graph.clang.artifacts = BinaryArtifacts()
            },
            "hasMainAttribute": { $0.app.hasMainAttribute = true },
            "plugins": { $0.library.plugins = [TargetID($0.package.id, "Gen")] },
        ]
        let outside: [String: String] = [
            "pkgConfig": "what it found is in the settings by then",
            "providers": "words for people",
            "testList": "the main file of test programs, whose actions hold it (TestPlanTests)",
            "others": "plugins are told of them; the question is in its action's key",
            "commandVerb": "for people, who call the plugin by it",
            "obstacles": "a target with one is not planned",
        ]
        let fields = Set(Mirror(reflecting: sample.library).children.compactMap(\.label))
        #expect(fields == Set(edits.keys).union(outside.keys))
        let before = try sample.fingerprints()
        for (field, edit) in edits {
            var edited = SampleGraph()
            edit(&edited)
            #expect(try edited.fingerprints() != before, "\(field) does not reach any key")
        }
    }

    @Test func everyFieldOfAPackageReachesAKeyOrIsListed() throws {
        let edits: [String: (inout SampleGraph) -> Void] = [
            "folder": { $0.package.folder = "Elsewhere" },
            "toolsVersion": { $0.package.toolsVersion = ToolsVersion(5, 4) },
            "version": { $0.makeExternal { $0.version = "1.2.3" } },
            "traits": { $0.package.traits = ["Fast"] },
            "cLanguageStandard": { $0.package.cLanguageStandard = "c11" },
            "cxxLanguageStandard": {
                $0.clang.sources = ["Sources/CThing/thing.cpp"]; $0.package.cxxLanguageStandard = "c++17"
            },
            "swiftLanguageModes": { $0.package.swiftLanguageModes = ["5"] },
            "displayName": {
                $0.package.folder = "."; $0.package.displayName = "Renamed"
            },
            "identity": { $0.makeExternal { $0.identity = "renamed" } },
        ]
        let outside: [String: String] = [
            "id": "names the package in this workspace; its folder is what compiles see",
            "manifest": "its content has become the other fields",
            "defaultLocalization": "stands in resource bundles, which are placed and not built",
        ]
        let fields = Set(Mirror(reflecting: SampleGraph().package).children.compactMap(\.label))
        #expect(fields == Set(edits.keys).union(outside.keys))
        for (field, edit) in edits {
            var edited = SampleGraph(), plain = SampleGraph()
            edit(&edited)
            // Some fields count only in a certain kind of package: compare with that kind, unedited.
            switch field {
            case "displayName": plain.package.folder = "."
            case "cxxLanguageStandard": plain.clang.sources = edited.clang.sources
            case "version", "identity": plain.makeExternal { _ in }
            default: break
            }
            #expect(try edited.fingerprints() != plain.fingerprints(), "\(field) does not reach any key")
        }
    }

    @Test func everyFlagReachesAKey() throws {
        let flags: [BuildFlags] = [
            BuildFlags(swift: ["-DX"]), BuildFlags(clang: ["-DX"]), BuildFlags(linker: ["-s"]),
            BuildFlags(staticStandardLibrary: true), BuildFlags(sanitizers: [.address]),
            BuildFlags(measuresCoverage: true),
        ]
        let plain = try SampleGraph().fingerprints()
        for flag in flags { #expect(try SampleGraph().fingerprints(.debug, flag) != plain, "\(flag)") }
        // A debug build is testable anyway: tests find what an ordinary build has made.
        let testable = BuildFlags(isTestable: true)
        #expect(try SampleGraph().fingerprints(.debug, testable) == plain)
        #expect(try SampleGraph().fingerprints(.release, testable) != SampleGraph().fingerprints(.release))
        #expect(
            try SampleGraph().fingerprints(.release).isDisjoint(
                with: plain.filter {
                    $0.components.contains {
                        $0.name == .arguments && !$0.value.isEmpty && $0.value.contains("swiftmodule")
                    }
                }))
        var cxx = SampleGraph()
        cxx.clang.sources = ["Sources/CThing/thing.cpp"]
        #expect(try cxx.fingerprints(.debug, BuildFlags(cxx: ["-DX"])) != cxx.fingerprints())
    }

    @Test func incidentalArgumentsStayOutOfKeys() throws {
        let plan = try SampleGraph().plan()
        for action in plan.graph.actions.values {
            let spelled = fingerprint(action).components.first { $0.name == .arguments }?.value ?? ""
            #expect(!spelled.contains("ModuleCache"))
            #expect(!spelled.contains("color"))
            #expect(!spelled.contains("-j"))
        }
    }

    @Test func theSameDescriptionHasTheSameBytes() throws {
        #expect(try SampleGraph().fingerprints() == SampleGraph().fingerprints())
    }
}

extension SampleGraph {
    /// The same package as an external one, which some fields are only for.
    mutating func makeExternal(_ edit: (inout Package) -> Void) {
        // Keeps its name in the graph, so that plans can be compared; what compiles see of it is the version and
        // identity.
        let id = PackageID.external("sample")
        func moved(_ target: Target) -> Target {
            var target = target
            target.id = TargetID(id, target.id.name)
            target.dependencies = target.dependencies.map { dependency in
                guard case .target(let needed) = dependency.value else { return dependency }
                return Conditional(.target(TargetID(id, needed.name)), when: dependency.configuration)
            }
            return target
        }
        (library, clang, system) = (moved(library), moved(clang), moved(system))
        dynamic = Product(id: ProductID(id, "Shared"), kind: .automaticLibrary, targets: [library.id])
        let own = Package(
            id: PackageID("own"), displayName: "Own", identity: "own", folder: "own", toolsVersion: ToolsVersion(6, 0))
        app.id = TargetID(own.id, "App")
        app.dependencies = [Conditional(.product(dynamic.id))]
        executable = Product(id: ProductID(own.id, "App"), kind: .executable, targets: [app.id])
        package.id = id
        edit(&package)
        extraPackages = [own]
    }
}
