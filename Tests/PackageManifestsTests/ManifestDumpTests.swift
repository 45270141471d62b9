import Disk
import FakeTools
import JSON
import PackageResolution
import Targets
import Testing

@testable import PackageManifests

@Suite struct ManifestDumpTests {
    private func read(_ dump: DumpText, text: String = "") throws(ManifestDumpError) -> Manifest {
        try ManifestDump(folder: AbsolutePath("/w/p"), text: Array(text.utf8)).manifest(from: Array(dump.text.utf8))
    }

    private func settings(_ settings: String...) throws(ManifestDumpError) -> [DeclaredSetting] {
        let more = "\"settings\": [\(settings.joined(separator: ", "))]"
        return try read(DumpText(name: "p", targets: [DumpText.target("T", more: more)])).targets[0].settings
    }

    @Test("dependencies of every kind; paths as they are on every machine")
    func dependencies() throws {
        let dump = DumpText(
            name: "p",
            dependencies: [
                DumpText.remote("log"), DumpText.path("/w/q", identity: "q"),
                DumpText.path("/opt/fixed", identity: "fixed"),
                #"{"sourceControl": [{"identity": "b", "location": {"remote": ["https://x/b"]}, "requirement": {"branch": ["main"]}, "traits": [{"name": "X", "condition": {"traits": ["Z", "Y"]}}]}]}"#,
                #"{"sourceControl": [{"identity": "c", "nameForTargetDependencyResolutionOnly": "See", "location": {"local": ["/w/c"]}, "requirement": {"exact": ["1.2.3"]}}]}"#,
                #"{"registry": [{"identity": "m.d", "requirement": {"range": [{"lowerBound": "1.0.0", "upperBound": "1.1.0"}]}, "traits": []}]}"#,
            ])
        let found = try read(dump, text: #"path: "/opt/fixed""#).dependencies
        #expect(
            found[0].source
                == .sourceControl(
                    location: "https://example.com/log.git", isLocal: false, .range(Version(1, 0, 0), Version(2, 0, 0)))
        )
        #expect(found[0].traits == [RequestedTrait(name: "default", onlyWith: nil)])
        #expect(found[1].source == .folder("../q"))
        #expect(found[2].source == .folder("/opt/fixed"))
        #expect(found[3].source == .sourceControl(location: "https://x/b", isLocal: false, .branch("main")))
        #expect(found[3].traits == [RequestedTrait(name: "X", onlyWith: ["Y", "Z"])])
        #expect(
            found[4].source == .sourceControl(location: "../c", isLocal: true, .exact(Version(1, 2, 3)))
                && found[4].nameForTargets == "see")
        #expect(found[4].traits == nil && found[5].traits == [])
        #expect(found[5].source == .registry(.range(Version(1, 0, 0), Version(1, 1, 0))))
    }

    @Test("target dependencies, with conditions and aliases")
    func targetDependencies() throws {
        let condition = #"{"platformNames": ["linux", "android"], "config": "debug", "traits": ["T"]}"#
        let dump = DumpText(
            name: "p",
            targets: [
                DumpText.target(
                    "T",
                    needs: [
                        DumpText.byName("A"), "{\"target\": [\"B\", \(condition)]}", DumpText.product("C", "c"),
                        #"{"product": ["D", null, {"One": "Two"}, {"platformNames": [], "config": "custom"}]}"#,
                    ])
            ])
        let found = try read(dump).targets[0].dependencies
        let declared = Condition(platforms: ["linux", "android"], configuration: .debug, traits: ["T"])
        #expect(
            found == [
                Sample.needs(.either("A")), Sample.needs(.target("B"), when: declared),
                Sample.needs(.product("C", package: "c", aliases: [])),
                // A configuration that is none is no condition.
                Sample.needs(.product("D", package: nil, aliases: ["One=Two"])),
            ])
    }

    static let settingTable: [(String, DeclaredSetting.Tool, DeclaredSetting.Kind)] = [
        (#"{"tool": "c", "kind": {"headerSearchPath": {"_0": "inc"}}}"#, .c, .headerSearchPath("inc")),
        (#"{"tool": "cxx", "kind": {"define": {"_0": "A=1"}}}"#, .cxx, .define("A=1")),
        (#"{"tool": "linker", "kind": {"linkedLibrary": {"_0": "z"}}}"#, .linker, .linkedLibrary("z")),
        (#"{"tool": "linker", "kind": {"linkedFramework": {"_0": "UIKit"}}}"#, .linker, .linkedFramework("UIKit")),
        (#"{"tool": "swift", "kind": {"interoperabilityMode": {"_0": "Cxx"}}}"#, .swift, .interoperability(cxx: true)),
        (#"{"tool": "swift", "kind": {"interoperabilityMode": {"_0": "C"}}}"#, .swift, .interoperability(cxx: false)),
        (#"{"tool": "swift", "kind": {"enableUpcomingFeature": {"_0": "U"}}}"#, .swift, .upcomingFeature("U")),
        (#"{"tool": "swift", "kind": {"enableExperimentalFeature": {"_0": "E"}}}"#, .swift, .experimentalFeature("E")),
        (#"{"tool": "swift", "kind": {"strictMemorySafety": {}}}"#, .swift, .strictMemorySafety),
        (#"{"tool": "swift", "kind": {"unsafeFlags": {"_0": ["-a", "b"]}}}"#, .swift, .unsafeFlags(["-a", "b"])),
        (#"{"tool": "swift", "kind": {"swiftLanguageMode": {"_0": "5"}}}"#, .swift, .languageMode("5")),
        (#"{"tool": "swift", "kind": {"treatAllWarnings": {"_0": "error"}}}"#, .swift, .allWarnings(asError: true)),
        (#"{"tool": "c", "kind": {"treatWarning": {"_0": "W", "_1": "warning"}}}"#, .c, .warning("W", asError: false)),
        (#"{"tool": "c", "kind": {"enableWarning": {"_0": "e"}}}"#, .c, .enableWarning("e")),
        (#"{"tool": "c", "kind": {"disableWarning": {"_0": "d"}}}"#, .c, .disableWarning("d")),
        (
            #"{"tool": "swift", "kind": {"defaultIsolation": {"_0": "MainActor"}}}"#, .swift,
            .defaultIsolation("MainActor")
        ),
        (#"{"tool": "swift", "kind": {"defaultIsolation": {"_0": "nonisolated"}}}"#, .swift, .defaultIsolation(nil)),
    ]

    @Test("settings of every kind", arguments: settingTable)
    func settingKinds(json: String, tool: DeclaredSetting.Tool, kind: DeclaredSetting.Kind) throws {
        #expect(try settings(json) == [DeclaredSetting(tool: tool, kind: kind, condition: .always)])
    }

    @Test("a setting's condition")
    func settingCondition() throws {
        let found = try settings(
            #"{"tool": "swift", "kind": {"define": {"_0": "A"}}, "condition": {"platformNames": [], "config": "release"}}"#
        )
        #expect(found[0].condition == Condition(configuration: .release))
    }

    @Test("what mono does not know is an error that names it, never silence")
    func unknown() {
        #expect(throws: ManifestDumpError.unknown("targets.settings.kind", "warpSpeed")) {
            try settings(#"{"tool": "swift", "kind": {"warpSpeed": {"_0": "9"}}}"#)
        }
        #expect(throws: ManifestDumpError.unknown("targets.settings.tool", "rust")) {
            try settings(#"{"tool": "rust", "kind": {"define": {"_0": "A"}}}"#)
        }
        #expect(throws: ManifestDumpError.unknown("targets.settings.treatAllWarnings", "fatal")) {
            try settings(#"{"tool": "swift", "kind": {"treatAllWarnings": {"_0": "fatal"}}}"#)
        }
        #expect(throws: ManifestDumpError.unknown("targets.type", "widget")) {
            try read(DumpText(name: "p", targets: [DumpText.target("T", "widget")]))
        }
        #expect(throws: ManifestDumpError.unknown("products.type", "frozen")) {
            try read(DumpText(name: "p", products: [#"{"name": "P", "targets": [], "type": {"library": ["frozen"]}}"#]))
        }
        #expect(throws: ManifestDumpError.unknown("dependencies", "carrierPigeon")) {
            try read(DumpText(name: "p", dependencies: [#"{"carrierPigeon": [{}]}"#]))
        }
        #expect(throws: ManifestDumpError.unknown("dependencies.requirement", "1.x")) {
            try read(DumpText(name: "p", dependencies: [DumpText.remote("a", from: "1.x")]))
        }
    }

    @Test("what is missing or of another type is an error that says where")
    func missing() {
        #expect(throws: ManifestDumpError.missing("toolsVersion")) { try read(DumpText(name: "p", tools: "six")) }
        #expect(throws: ManifestDumpError.missing("targets.dependencies")) {
            try read(DumpText(name: "p", targets: [DumpText.target("T", needs: ["{}"])]))
        }
        #expect(throws: ManifestDumpError.missing("the package")) {
            try ManifestDump(folder: AbsolutePath("/w"), text: []).manifest(from: Array("[]".utf8))
        }
        #expect(throws: ManifestDumpError.notJSON(JSONSyntaxError(line: 1, column: 1, expected: .value))) {
            try ManifestDump(folder: AbsolutePath("/w"), text: []).manifest(from: Array("warning: x".utf8))
        }
    }

    @Test("everything else of targets, products and traits")
    func rest() throws {
        let more =
            #""path": "p", "sources": ["s"], "publicHeadersPath": "h", "packageAccess": false, "pkgConfig": "z", "providers": [{"apt": [["a", "b"]]}]"#
        let resources =
            #""resources": [{"path": "r", "rule": {"process": {}}}, {"path": "c", "rule": {"copy": {}}}, {"path": "e", "rule": {"embedInCode": {}}}]"#
        let plugins = #""pluginUsages": [{"plugin": ["P", "pkg"]}, {"plugin": ["Q", null]}]"#
        let dump = DumpText(
            name: "p", products: [#"{"name": "X", "targets": ["T"], "type": {"executable": null}}"#],
            targets: [DumpText.target("T", "system", more: [more, resources, plugins].joined(separator: ", "))],
            traits: [
                #"{"name": "b", "enabledTraits": ["d", "c"]}"#,
                #"{"name": "a", "enabledTraits": [], "description": "x"}"#,
            ])
        let found = try read(dump)
        let target = found.targets[0]
        #expect(
            target.kind == .system && target.path == "p" && target.sources == ["s"] && target.publicHeadersPath == "h"
                && !target.packageAccess)
        #expect(target.providers == ["apt: a b"] && target.pkgConfig == "z")
        #expect(target.resources.map(\.rule) == [.process, .copy, .embedInCode])
        #expect(target.plugins == [.init(name: "P", package: "pkg"), .init(name: "Q", package: nil)])
        #expect(found.products == [DeclaredProduct(name: "X", kind: .executable, targets: ["T"])])
        #expect(
            found.traits == [DeclaredTrait(name: "a", enables: []), DeclaredTrait(name: "b", enables: ["c", "d"])])
    }
}
