import BuildPlanning
import Digests
import Disk
import SwiftText
import Targets
import Testing
import Toolchains

/// Which targets name their sources by absolute paths, and what that does to their actions.
@Suite struct RevealedTargetsTests {
    private static let package = PackageID("Packages/Sample")
    private let tests = TargetID(package, "LibraryTests"), library = TargetID(package, "Library"),
        app = TargetID(package, "App")

    private func sample() -> SampleGraph {
        var sample = SampleGraph()
        sample.extra = [
            Target(
                id: tests, kind: .test, language: .swift, folder: "Tests/LibraryTests",
                sources: ["Tests/LibraryTests/T.swift", "../Shared/S \"x\".swift"],
                dependencies: [Conditional(.target(library))])
        ]
        return sample
    }

    private func request(
        _ configuration: BuildConfiguration = .debug, goal: BuildRequest.Goal? = nil
    ) -> BuildRequest {
        BuildRequest(
            goal: goal ?? .and(.everything, tests: [.init(target: tests)]), configuration: configuration,
            flags: BuildFlags(), triple: "x86_64-unknown-linux-gnu", toolchain: "/toolchain/usr")
    }

    private func revealed(
        _ mentions: [TargetID: PathMentions], _ configuration: BuildConfiguration = .debug,
        _ sample: SampleGraph? = nil
    ) throws -> Set<TargetID> {
        let targets = RevealedTargets(graph: try (sample ?? self.sample()).graph(), request: request(configuration))
        return targets.revealed(by: targets.candidates().map { ($0, mentions[$0] ?? PathMentions()) })
    }

    @Test("tests that ask for a path, in code or as a default", arguments: BuildConfiguration.allCases)
    func ofTests(_ configuration: BuildConfiguration) throws {
        #expect(try revealed([tests: PathMentions(inCode: true)], configuration) == [tests])
        #expect(try revealed([tests: PathMentions(asDefault: true)], configuration) == [tests])
        #expect(try revealed([tests: PathMentions(inText: true)], configuration) == [])
        #expect(try revealed([:], configuration) == [])
    }

    @Test("tests that see a function whose default asks", arguments: BuildConfiguration.allCases)
    func ofDefaults(_ configuration: BuildConfiguration) throws {
        #expect(try revealed([library: PathMentions(asDefault: true)], configuration) == [tests])
        #expect(try revealed([app: PathMentions(asDefault: true)], configuration) == [])
    }

    @Test("other targets in whose code the path is, in debug builds alone")
    func ofCode() throws {
        #expect(try revealed([library: PathMentions(inCode: true)]) == [library])
        #expect(try revealed([app: PathMentions(inCode: true)]) == [app])
        #expect(try revealed([library: PathMentions(inCode: true)], .release) == [])
    }

    @Test("tests with macros that may write it; what only a macro needs, they do not see")
    func ofMacros() throws {
        var sample = sample()
        let macro = TargetID(Self.package, "Macros"), tool = TargetID(Self.package, "Tool")
        sample.extra.append(
            Target(id: tool, kind: .library, language: .swift, folder: "Sources/Tool", sources: ["a.swift"]))
        sample.extra.append(
            Target(
                id: macro, kind: .macro, language: .swift, folder: "Sources/Macros", sources: ["m.swift"],
                dependencies: [Conditional(.target(tool))]))
        sample.library.dependencies.append(Conditional(.target(macro)))
        #expect(try revealed([macro: PathMentions(inText: true)], .debug, sample) == [tests])
        #expect(try revealed([macro: PathMentions(inCode: true)], .debug, sample) == [])
        #expect(try revealed([tool: PathMentions(asDefault: true)], .debug, sample) == [])
    }

    @Test("sources of external packages are not looked at")
    func ofExternalPackages() throws {
        var sample = sample()
        let package = Package(
            id: PackageID("@kit"), displayName: "kit", identity: "kit", folder: ".mono/checkouts/kit",
            toolsVersion: ToolsVersion(5, 9))
        let kit = TargetID(package.id, "Kit")
        sample.extraPackages = [package]
        sample.extra.append(
            Target(id: kit, kind: .library, language: .swift, folder: "Sources/Kit", sources: ["k.swift"]))
        sample.library.dependencies.append(Conditional(.target(kit)))
        let graph = try sample.graph()
        #expect(!RevealedTargets(graph: graph, request: request()).candidates().contains(kit))
        #expect(try revealed([kit: PathMentions(inCode: true, asDefault: true)], .debug, sample) == [])
    }

    @Test("only what a goal needs is looked at")
    func candidates() throws {
        let graph = try sample().graph()
        func candidates(_ goal: BuildRequest.Goal) -> [TargetID] {
            RevealedTargets(graph: graph, request: request(goal: goal)).candidates().sorted()
        }
        #expect(candidates(.everything) == [app, library])
        #expect(candidates(.tests([.init(target: tests)])) == [library, tests])
        #expect(candidates(.tests([.init(target: tests, executables: [ProductID(Self.package, "App")])])).contains(app))
        #expect(candidates(.some(targets: [library], products: [])) == [library])
        #expect(candidates(.some(targets: [], products: [ProductID(Self.package, "App")])) == [app, library])
        #expect(candidates(.compiles(of: [tests])) == [library, tests])
        #expect(candidates(.inquiries([])) == [])
        let targets = RevealedTargets(graph: graph, request: request(goal: .everything))
        #expect(targets.candidates(in: [library]) == [library])
        #expect(targets.candidates(in: [library, tests]) == [library])
    }

    @Test("what #file is depends on the language mode of the target")
    func modes() throws {
        var target = sample().extra[0]
        let targets = RevealedTargets(graph: try sample().graph(), request: request())
        #expect(!targets.fileIsPath(in: target))
        target.settings = [Conditional(.swift(.languageMode("5")))]
        #expect(targets.fileIsPath(in: target))
        target.settings.append(Conditional(.swift(.upcomingFeature("ConciseMagicFile"))))
        #expect(!targets.fileIsPath(in: target))
    }

    // MARK: What it does

    private func plan(_ configuration: BuildConfiguration = .debug, revealing: Set<TargetID>) throws -> BuildPlan {
        var request = request(configuration)
        request.revealing = revealing
        return try ActionPlanner(graph: try sample().graph(), request: request).plan()
    }

    @Test("the compile names sources by their whole paths, and so does its table of outputs")
    func compile() throws {
        let compile = try #require(
            try plan(revealing: [tests]).graph.actions[ActionID("compile Packages/Sample:LibraryTests")])
        let words = compile.arguments.map { $0.spelled(jobs: 1, root: "/w", temporary: "/tmp") }
        #expect(
            words.suffix(2) == ["/w/Packages/Sample/Tests/LibraryTests/T.swift", "/w/Packages/Shared/S \"x\".swift"])
        #expect(words.contains("/w/Packages/Sample/=./"))
        #expect(compile.revealsRoot)
        let map = try #require(compile.generated.first { $0.path.hasSuffix("output-file-map.json") })
        #expect(!map.content.contains("/w"))
        let text = map.content(in: AbsolutePath("/w \"q\""))
        #expect(text.contains("\n  \"/w \\\"q\\\"/Packages/Sample/Tests/LibraryTests/T.swift\": {"))
        #expect(text.contains("\n  \"/w \\\"q\\\"/Packages/Shared/S \\\"x\\\".swift\": {"))
    }

    @Test("only what holds the path has the root in its key", arguments: BuildConfiguration.allCases)
    func keys(_ configuration: BuildConfiguration) throws {
        let plain = try plan(configuration, revealing: []).graph.actions,
            revealed = try plan(configuration, revealing: [tests]).graph.actions
        let differing = Set(plain.keys.filter { plain[$0] != revealed[$0] }.map(\.name))
        let compile = configuration == .debug ? "compile" : "compile-module"
        #expect(differing == ["\(compile) Packages/Sample:LibraryTests"])
        let action = try #require(revealed[ActionID("\(compile) Packages/Sample:LibraryTests")])
        func fingerprint(_ action: Action, root: String, place: String? = nil) throws -> Fingerprint {
            try action.fingerprint(
                KeyIngredients(
                    toolchain: { _ in ContentDigest(of: "t") }, source: { _ in ContentDigest(of: "s") }, place: place,
                    root: root, interface: { _ in ContentDigest(of: "i") }, outputs: { _ in [] }))
        }
        let one = try fingerprint(action, root: "/one"), two = try fingerprint(action, root: "/two")
        #expect(one.key != two.key && one.withoutPlace == two.withoutPlace)
        #expect(try fingerprint(action, root: "/a=b", place: "/a=b").key != one.key)
        let read = one.reading([("/usr/include/a.h", nil)])
        #expect(read.key != one.key && read.withoutPlace == two.withoutPlace)
        #expect(one.reading([("Found/a.h", nil)]).withoutPlace != two.withoutPlace)
        for (id, action) in revealed where !differing.contains(id.name) {
            #expect(try fingerprint(action, root: "/one") == fingerprint(action, root: "/two"))
        }
    }
}
