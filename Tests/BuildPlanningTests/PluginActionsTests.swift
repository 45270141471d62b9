import Disk
import Targets
import Testing
import Toolchains

@testable import BuildPlanning

/// What plugins answered becomes actions: the commands, what they read, who compiles what they make.
@Suite struct PluginActionsTests {
    private let package = PackageID(".")
    private func id(_ name: String) -> TargetID { TargetID(package, name) }

    private func graph() throws -> TargetGraph {
        try TargetGraph(
            packages: [
                Package(id: package, displayName: "P", identity: "p", folder: ".", toolsVersion: ToolsVersion(6, 0))
            ],
            targets: [
                Target(
                    id: id("Kit"), kind: .library, language: .swift, folder: "Sources/Kit",
                    sources: ["Sources/Kit/k.swift"]),
                Target(
                    id: id("Tool"), kind: .executable, language: .swift, folder: "Sources/Tool",
                    sources: ["Sources/Tool/main.swift"],
                    resources: [Resource(source: "Sources/Tool/t.txt", name: "t.txt")],
                    dependencies: [Conditional(.target(id("Kit")))]),
                Target(
                    id: id("Gen"), kind: .plugin, language: .swift, folder: "Plugins/Gen",
                    sources: ["Plugins/Gen/g.swift"],
                    dependencies: [Conditional(.target(id("Tool")))]),
                Target(
                    id: id("Lib"), kind: .library, language: .swift, folder: "Sources/Lib",
                    sources: ["Sources/Lib/l.swift"], plugins: [id("Gen")]),
                Target(
                    id: id("app"), kind: .executable, language: .swift, folder: "Sources/app",
                    sources: ["Sources/app/main.swift"],
                    dependencies: [Conditional(.target(id("Lib")))]),
            ],
            products: [Product(id: ProductID(package, "app"), kind: .executable, targets: [id("app")])])
    }

    private let made = ".mono/build/debug/plugins/root/Lib/Gen/a.swift",
        text = ".mono/build/debug/plugins/root/Lib/Gen/a.txt"

    private var answered: GeneratedSources {
        let tool = "\u{1A}/.mono/build/debug/root/Tool-tool.product/Tool-tool"
        return GeneratedSources(
            commands: [
                .init(
                    plugin: id("Gen"), name: "one", executable: tool, arguments: ["x"], variables: ["V": "1"],
                    inputs: ["in.txt", text, OpenRoot.relative(tool)], outputs: [made]),
                .init(
                    plugin: id("Gen"), name: "two", executable: "/bin/cp", arguments: ["\u{1A}/in.txt"], variables: [:],
                    inputs: ["/etc/x"], outputs: [text]),
            ], sources: [made, "found.swift"], resources: [Resource(source: text, name: "a.txt")])
    }

    private func planner(
        for goal: BuildRequest.Goal, _ generated: [TargetID: GeneratedSources], _ flags: BuildFlags = BuildFlags()
    ) throws -> ActionPlanner {
        ActionPlanner(
            graph: try graph(),
            request: BuildRequest(
                goal: goal, configuration: .debug, flags: flags, triple: "x86_64-unknown-linux-gnu", toolchain: "/usr",
                generated: generated))
    }

    @Test("nobody was asked: the target is left out, and who needs it")
    func unasked() throws {
        let planner = try planner(for: .everything, [:])
        #expect(planner.targetsWithPlugins() == [id("Lib")])
        let plan = try planner.plan()
        #expect(
            plan.leftOut.map(\.target.name).sorted() == ["Lib", "app"]
                && plan.leftOut.allSatisfy { $0.obstacles == [.usesPlugins([id("Gen")])] })
        #expect(plan.graph.actions.keys.contains(ActionID("compile-plugin .:Gen")))
        #expect(try self.planner(for: .some(targets: [id("Kit")], products: []), [:]).targetsWithPlugins().isEmpty)
    }

    @Test("commands read what they declare, each other, their tool and what lies beside it")
    func commands() throws {
        let graph = try planner(for: .everything, [id("Lib"): answered]).plan().graph
        let one = graph[ActionID("generate .:Lib root/Lib/Gen/a.swift")],
            two = graph[ActionID("generate .:Lib root/Lib/Gen/a.txt")]
        #expect(one.consumed == [ActionID("link .:Tool-tool"), two.id])
        #expect(one.sources == ["Sources/Tool/t.txt", "in.txt"])
        #expect(
            one.program?.bundles == [
                .init(
                    path: ".mono/build/debug/root/Tool-tool.product/P_Tool.resources",
                    entries: [.init(name: "t.txt", content: .file("Sources/Tool/t.txt"))])
            ])
        // A program of the system counts by its content.
        #expect(
            two.sources == ["/bin/cp", "/etc/x"] && two.program?.path == "/bin/cp"
                && two.arguments == [.open("\u{1A}/in.txt")])
        #expect(graph.actions.keys.contains(ActionID("compile .:Kit")))
    }

    @Test("commands read what those of targets make that theirs depends on, and nothing of others")
    func commandsOfOthers() throws {
        let gen = id("Gen"), folder = ".mono/build/debug/plugins/root/app/Gen"
        func command(_ inputs: [String], _ output: String) -> GeneratedSources {
            GeneratedSources(commands: [
                .init(
                    plugin: gen, name: "x", executable: "/bin/cp", arguments: [], variables: [:], inputs: inputs,
                    outputs: [output])
            ])
        }
        let generated = [
            id("app"): command([made, "in.txt"], "\(folder)/b"), id("Lib"): command(["\(folder)/b"], made),
        ]
        let graph = try planner(for: .everything, generated).plan().graph
        let lib = graph[ActionID("generate .:Lib root/Lib/Gen/a.swift")],
            app = graph[ActionID("generate .:app root/app/Gen/b")]
        #expect(app.consumed.contains(lib.id) && app.sources == ["/bin/cp", "in.txt"])
        #expect(!lib.consumed.contains(app.id) && lib.sources == ["\(folder)/b", "/bin/cp"])
    }

    @Test("commands wait for each other through folders too: what goes in a circle is found before it is planned")
    func circles() throws {
        func command(_ name: String, _ inputs: [String], _ output: String, by program: String = "/bin/cp")
            -> GeneratedSources.Command
        {
            .init(
                plugin: id("Gen"), name: name, executable: program, arguments: [], variables: [:], inputs: inputs,
                outputs: [output])
        }
        let one = command("one", ["w/made.swift"], "w/folder"),
            two = command("two", ["w/folder/x/y.txt"], "w/made.swift")
        #expect(GeneratedSources(commands: [one, two]).circle == [one, two])
        #expect(GeneratedSources(commands: [command("one", ["w/folder2/x"], "w/folder"), two]).circle.isEmpty)
        // By itself it reads what it makes again.
        #expect(GeneratedSources(commands: [command("one", ["w/folder/x"], "w/folder"), two]).circle.isEmpty)
        let tool = command("tool", ["w/made.swift"], "w/tools"),
            user = command("user", [], "w/made.swift", by: "\u{1A}/w/tools/bin/tool")
        #expect(GeneratedSources(commands: [tool, user]).circle == [tool, user])
        let graph = try planner(
            for: .everything, [id("Lib"): GeneratedSources(commands: [command("tool", [], "w/tools"), user])]
        ).plan().graph
        #expect(
            graph[ActionID("generate .:Lib w/made.swift")].consumed == [
                ActionID("link .:Tool-tool"), ActionID("generate .:Lib w/tools"),
            ])
    }

    @Test("programs that count what runs of them leave the counts nowhere, and keys say nothing of it where none do")
    func counts() throws {
        let inquiry = PluginInquiry(
            target: id("Lib"), plugin: id("Gen"), question: "?", workFolder: "w", variables: ["A": "b"], files: [])
        for flags in [BuildFlags(), BuildFlags(measuresCoverage: true)] {
            let counts = flags.measuresCoverage ? ["LLVM_PROFILE_FILE": "/dev/null"] : [:]
            let ask = try planner(for: .inquiries([inquiry]), [:], flags).plan().graph[
                ActionID("ask-plugin .:Lib .:Gen")]
            #expect(ask.program?.variables == ["A": "b"].merging(counts) { $1 })
            let one = try planner(for: .everything, [id("Lib"): answered], flags).plan().graph[
                ActionID("generate .:Lib root/Lib/Gen/a.swift")]
            #expect(one.program?.variables == ["V": "1"].merging(counts) { $1 })
        }
    }

    @Test("what is made is compiled, and resources are placed")
    func sources() throws {
        let plan = try planner(for: .everything, [id("Lib"): answered]).plan()
        let compile = plan.graph[ActionID("compile .:Lib")]
        #expect(
            compile.arguments.compactMap(\.keyed).filter { $0.hasSuffix(".swift") } == [
                "Sources/Lib/l.swift", ".mono/build/debug/root/Lib/DerivedSources/resource_bundle_accessor.swift",
                "found.swift", made,
            ])
        #expect(compile.sources == ["Sources/Lib/l.swift", "found.swift"])
        #expect(compile.consumed.count == 2 && compile.outputs.count == 4)
        #expect(plan.bundles.map(\.path) == [".mono/debug/P_Lib.resources"])
        #expect(
            plan.bundles.first?.entries.map(\.content) == [
                .output(ActionID("generate .:Lib root/Lib/Gen/a.txt"), "root/Lib/Gen/a.txt")
            ])
    }

    @Test("questions wait for the plugin and its tools, and nothing else is made for them")
    func inquiries() throws {
        let inquiry = PluginInquiry(
            target: id("Lib"), plugin: id("Gen"), question: "?", workFolder: "w", variables: ["A": "b"],
            files: ["Package.swift"])
        let planner = try planner(for: .inquiries([inquiry]), [:]), plan = try planner.plan()
        #expect(plan.graph.goals == [ActionID("ask-plugin .:Lib .:Gen")])
        let ask = plan.graph[plan.graph.goals[0]]
        #expect(
            ask.consumed == [ActionID("compile-plugin .:Gen"), ActionID("link .:Tool-tool")]
                && ask.sources == ["Package.swift", "Sources/Tool/t.txt"])
        #expect(
            ask.program?.variables == ["A": "b"]
                && ask.program?.question == .init(PluginAsking(text: "?", workFolder: "w")))
        #expect(plan.placements.map(\.path) == [planner.answerPath(id("Gen"), about: id("Lib"))])
        #expect(!plan.graph.actions.keys.contains { $0.name.contains(":Lib") && $0 != ask.id })
    }

    @Test("a plugin may run its tools while it is asked: what they find beside themselves is there, and counts")
    func toolsOfQuestions() throws {
        let inquiry = PluginInquiry(
            target: id("Lib"), plugin: id("Gen"), question: "?", workFolder: ".mono/w", files: ["a.txt"])
        let plan = try planner(for: .inquiries([inquiry]), [:]).plan(),
            ask = plan.graph[ActionID("ask-plugin .:Lib .:Gen")]
        #expect(ask.sources == ["Sources/Tool/t.txt", "a.txt"] && ask.consumed.contains(ActionID("link .:Tool-tool")))
        #expect(
            ask.program?.bundles == [
                .init(
                    path: ".mono/build/debug/root/Tool-tool.product/P_Tool.resources",
                    entries: [.init(name: "t.txt", content: .file("Sources/Tool/t.txt"))])
            ])
    }
}
