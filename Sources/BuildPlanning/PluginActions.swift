import Disk
import PackagePlugins
import Targets
import Toolchains

/// A program that a plugin may name in its commands, by the name that it has for it.
struct PluginTool {
    enum Source {
        case built(Product)
        /// Relative to the workspace root; and all that lies in the same artifact, of which it may read anything.
        case prebuilt(String, files: [String])
    }

    var name: String
    var source: Source
}

/// Build-tool plugins: programs that say which commands make more of a target's sources. They are asked before the
/// build that runs these commands is planned, in a build of its own (`BuildRequest.Goal.inquiries`), so that an answer
/// is a cached result like any other.
extension ActionPlanner {
    // MARK: Tools

    /// The programs that a plugin may name in its commands, by the names that it has for them: those that it depends
    /// on.
    func tools(of plugin: TargetID) -> [PluginTool] {
        var result: [PluginTool] = []
        for dependency in graph.targets[plugin]?.dependencies ?? [] where dependency.holds(in: request.configuration) {
            switch dependency.value {
            case .target(let id) where graph.targets[id]?.kind == .executable:
                result.append(.init(name: id.name, source: .built(program(of: id))))
            case .target(let id): result += prebuiltTools(of: id)
            case .product(let id):
                guard let product = graph.products[id] else { continue }
                let prebuilt = product.targets.flatMap(prebuiltTools)
                if product.kind == .executable, prebuilt.isEmpty {
                    result.append(.init(name: id.name, source: .built(product)))
                }
                result += prebuilt
            }
        }
        return result
    }

    /// Those that an artifact bundle brings for this platform.
    private func prebuiltTools(of target: TargetID) -> [PluginTool] {
        guard let artifacts = graph.targets[target]?.artifacts else { return [] }
        return artifacts.programs.filter { $0.triples.contains(request.triple) }.map {
            .init(name: $0.name, source: .prebuilt($0.path, files: artifacts.files))
        }
    }

    /// What a plugin is told of its tools: names, and paths relative to the workspace root.
    public func toolPaths(of plugin: TargetID) -> [(name: String, path: String)] {
        if let planner = hostPlanner { return planner.toolPaths(of: plugin) }
        return tools(of: plugin).map { ($0.name, path(ofTool: $0)) }
    }

    /// Where the plugin's tools lie that the build makes.
    public func builtToolPaths(of plugin: TargetID) -> Set<String> {
        if let planner = hostPlanner { return planner.builtToolPaths(of: plugin) }
        return Set(
            tools(of: plugin).compactMap { tool in if case .built = tool.source { path(ofTool: tool) } else { nil } })
    }

    private func path(ofTool tool: PluginTool) -> String {
        switch tool.source {
        case .built(let product): path(ofTool: product)
        case .prebuilt(let path, _): path
        }
    }

    private func path(ofTool product: Product) -> String { "\(layout.folder(of: product.id))/\(fileName(of: product))" }

    private func prebuiltToolFiles(of plugin: TargetID) -> [String] {
        tools(of: plugin).flatMap { tool -> [String] in
            if case .prebuilt(let path, let files) = tool.source { [path] + files } else { [] }
        }
    }

    private func program(of target: TargetID) -> Product {
        let own = graph.products.values.filter {
            $0.kind == .executable && $0.id.package == target.package && $0.targets == [target]
        }
        return own.min { $0.id < $1.id }
            ?? undeclared("\(target.name)-tool", .executable, of: target)
    }

    /// All that must be linked before a plugin's commands can run: its tools, and the dynamic libraries that these
    /// load.
    func linkedTools(of plugins: some Sequence<TargetID>) -> [Product] {
        var found: [ProductID: Product] = [:]
        for plugin in plugins {
            for tool in tools(of: plugin) { if case .built(let product) = tool.source { found[product.id] = product } }
        }
        for tool in found.values { for id in linkClosure(of: tool).dynamicLibraries { found[id] = graph[id] } }
        return found.values.sorted { $0.id < $1.id }
    }

    /// `closure`, and what the tools of plugins that make sources of these targets are made of.
    func withTools(_ closure: [TargetID]) -> (targets: [TargetID], tools: [Product]) {
        if request.generated.isEmpty { return (closure, []) }
        var targets = closure, tools: [Product] = []
        while true {
            let plugins = Set(targets.flatMap { request.generated[$0]?.commands.map(\.plugin) ?? [] })
            tools = linkedTools(of: plugins.sorted())
            let all = graph.closure(of: targets + tools.flatMap(\.targets), in: request.configuration)
            if all.count == targets.count { return (targets, tools) }
            targets = all
        }
    }

    // MARK: The plugin's own program

    func pluginProgram(of plugin: TargetID) -> String {
        "\(layout.folder(of: plugin))/\(BuildLayout.plain(plugin.name))"
    }

    func compilePluginAction(of target: Target) -> ActionID { ActionID(.compilePlugin, target.id) }

    /// In one step, as SwiftPM does: plugins are small, and nobody imports them.
    func compilePlugin(_ target: Target) -> Action {
        if let planner = hostPlanner { return planner.compilePlugin(target) }
        let package = self.package(of: target), folder = layout.folder(of: target.id),
            program = pluginProgram(of: target.id)
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        let dependencies = "\(folder)/plugin.d", linkDependencies = "\(folder)/link.d",
            mapPath = "\(folder)/plugin-output-file-map.json"
        // The object's name stands in the program's list of symbols: unless told, the driver makes one up each time.
        let map = OutputFileMap(module: [
            "dependencies": here(dependencies), "swift-dependencies": here("\(folder)/plugin.priors"),
            "object": here("\(folder)/plugin.o"),
        ])
        let compilation = PluginCompilation(
            moduleName: target.moduleName, sources: target.sources,
            languageMode: ActionPlanner.languageMode(of: package),
            toolsVersion: package.toolsVersion,
            triple: request.triple, toolchain: request.toolchain, moduleCache: layout.moduleCache)
        let run = Action.ToolRun(
            .compilePlugin, .swiftc,
            arguments: compilation.compile(
                to: here(program), outputFileMap: here(mapPath), linkDependencies: here(linkDependencies)),
            generated: [.init(path: mapPath, content: map.json)],
            outputs: [
                .init(name: BuildLayout.plain(target.id.name), path: program, isExecutable: true),
                .init(name: "plugin.o", path: "\(folder)/plugin.o"),
            ],
            dependencyFiles: [dependencies, linkDependencies])
        return Action(
            id: compilePluginAction(of: target), subject: .target(target.id), folder: package.folder,
            sources: target.sources.map { BuildLayout.joined(package.folder, $0) }, work: .tool(run))
    }

    /// Targets of the goal, and of what it needs, that are built with plugins.
    public func targetsWithPlugins() -> [TargetID] {
        guard graph.targets.values.contains(where: { !$0.plugins.isEmpty }) else { return [] }
        return graph.closure(of: roots(of: request.goal), in: request.configuration).filter {
            graph.targets[$0]?.plugins.isEmpty == false
        }
    }

    private func roots(of goal: BuildRequest.Goal) -> [TargetID] {
        switch goal {
        case .everything: graph.order.filter { !$0.package.isExternal && graph.targets[$0]?.kind != .test }
        case .among(let some):
            Array(some) + graph.products.values.filter { !some.isDisjoint(with: $0.targets) }.flatMap(\.targets)
        case .some(let targets, let products): targets + products.flatMap { graph.products[$0]?.targets ?? [] }
        case .compiles(let targets): Array(targets)
        case .tests(let programs):
            programs.flatMap { [$0.target] + $0.executables.flatMap { graph.products[$0]?.targets ?? [] } }
        case .and(let rest, tests: let programs): roots(of: rest) + roots(of: .tests(programs))
        case .inquiries: []
        }
    }

    /// Targets that cannot be built, or not yet.
    public func obstructed() -> Set<TargetID> { Set(blocked().keys) }

    // MARK: Questions

    public func workFolder(of plugin: TargetID, for target: TargetID) -> String {
        layout.workFolder(of: plugin, for: target)
    }

    /// Where the answer to a question is placed, relative to the workspace root.
    public func answerPath(_ plugin: TargetID, about target: TargetID) -> String {
        layout.answer(of: plugin, about: target)
    }

    func inquiryPlan(of inquiries: [PluginInquiry]) throws(PlanningError) -> BuildPlan {
        if let planner = hostPlanner { return try planner.inquiryPlan(of: inquiries) }
        let blocked = self.blocked()
        let plugins = Set(inquiries.map(\.plugin)).sorted(), tools = linkedTools(of: plugins)
        for target in plugins + tools.flatMap(\.targets) {
            if let obstacle = blocked[target] { throw .cannotBuild(obstacle) }
        }
        let (closure, moreTools) = withTools(graph.closure(of: tools.flatMap(\.targets), in: request.configuration))
        var actions: [Action] = [], placements: [BuildPlan.Placement] = []
        for id in closure { actions += try self.actions(for: graph[id]) }
        for product in Set(tools + moreTools).sorted(by: { $0.id < $1.id }) {
            actions.append(try linkAction(for: product))
        }
        for plugin in plugins { actions.append(compilePlugin(graph[plugin])) }
        var goals: [ActionID] = []
        for inquiry in inquiries {
            let action = askAction(inquiry)
            actions.append(action)
            goals.append(action.id)
            placements.append(
                .init(
                    product: ProductID(inquiry.target.package, inquiry.plugin.name), action: action.id,
                    output: action.outputs[0].name,
                    path: answerPath(inquiry.plugin, about: inquiry.target), isExecutable: false))
        }
        return BuildPlan(
            graph: try ActionGraph(planned: withSharedNames(actions), goals: goals), placements: placements, leftOut: []
        )
    }

    /// Its tools are there when a plugin is asked, with all that they need, and count: it may run them.
    private func askAction(_ inquiry: PluginInquiry) -> Action {
        let folder = graph[inquiry.target.package].folder, tools = linkedTools(of: [inquiry.plugin])
        let inquiries =
            "\(layout.build)/inquiries/\(BuildLayout.slug(inquiry.target.package))/\(BuildLayout.plain(inquiry.target.name))"
        let answer = Action.Output(
            name: "answer.json", path: "\(inquiries)/\(BuildLayout.plain(inquiry.plugin.name)).json")
        var sources = Set(inquiry.files + prebuiltToolFiles(of: inquiry.plugin))
        var consumed = [compilePluginAction(of: graph[inquiry.plugin])] + tools.map(linkActionID)
        var variables = withoutCounts(inquiry.variables)
        let bundles = tools.filter { $0.kind == .executable }.flatMap {
            self.bundles(besideTool: $0, &sources, &consumed)
        }
        addLibraryFolders(of: tools, to: &variables)
        let question = Action.Question(PluginAsking(text: inquiry.question, workFolder: inquiry.workFolder))
        return Action(
            id: ActionID(.askPlugin, inquiry.target, inquiry.plugin.description), subject: .target(inquiry.target),
            folder: folder,
            sources: sources.sorted(),
            work: .program(
                .init(
                    .question(question, answer: answer), path: pluginProgram(of: inquiry.plugin), variables: variables,
                    bundles: bundles,
                    consumed: consumed.withoutRepetitions)))
    }

    // MARK: Commands

    /// What a tool finds beside itself. It counts for whoever runs the tool.
    private func bundles(
        besideTool tool: Product, _ sources: inout Set<String>, _ consumed: inout [ActionID]
    ) -> [BuildPlan.Bundle] {
        bundles(beside: path(ofTool: tool), of: tool).map { bundle in
            var bundle = bundle
            for (index, entry) in bundle.entries.enumerated() {
                switch entry.content {
                case .file(let source): sources.insert(source)
                case .made, .text, .link, .emptyFolder: break
                // A tool whose resources another plugin makes.
                case .output(let maker, let name):
                    consumed.append(maker)
                    bundle.entries[index].content = .made(layout.pathOfGenerated(name))
                }
            }
            return bundle
        }
    }

    /// Where tools find the dynamic libraries that they load: these lie in folders of their own.
    private func addLibraryFolders(of tools: [Product], to variables: inout [String: String]) {
        let libraries = Set(tools.flatMap { linkClosure(of: $0).dynamicLibraries }).sorted()
        if libraries.isEmpty || variables["LD_LIBRARY_PATH"] != nil { return }
        variables["LD_LIBRARY_PATH"] = libraries.map { "\(OpenRoot.mark)/\(layout.folder(of: $0))" }.joined(
            separator: ":")
    }

    /// A program that counts what of it runs would leave the counts in the package's folder, as a file that plugins may
    /// read.
    private func withoutCounts(_ variables: [String: String]) -> [String: String] {
        request.flags.measuresCoverage ? ["LLVM_PROFILE_FILE": "/dev/null"].merging(variables) { $1 } : variables
    }

    /// The actions that make what the target's commands may read: its own, and those of targets that it depends on.
    /// Commands of others are not known to be planned, and could wait for these.
    private func makers(seenBy target: Target) -> OutputMakers<ActionID> {
        var makers = OutputMakers<ActionID>()
        let others = graph.closure(of: [target.id], in: request.configuration).filter { $0 != target.id }
        for id in others + [target.id] {
            guard let commands = request.generated[id]?.commands, let each = graph.targets[id] else { continue }
            for (action, command) in zip(generateActionIDs(of: each), commands) {
                makers.add(action, of: command.outputs)
            }
        }
        return makers
    }

    /// The actions that make more of a target's sources and resources.
    func generateActions(for target: Target) -> [Action] {
        if let planner = hostPlanner { return planner.generateActions(for: target) }
        guard let generated = request.generated[target.id], !generated.commands.isEmpty else { return [] }
        let ids = generateActionIDs(of: target), makers = makers(seenBy: target)
        return zip(ids, generated.commands).map { generate($1, of: target, as: $0, makers) }
    }

    private func generate(
        _ command: GeneratedSources.Command, of target: Target, as id: ActionID, _ makers: OutputMakers<ActionID>
    ) -> Action {
        let tools = linkedTools(of: [command.plugin]), path = OpenRoot.relative(command.executable)
        var variables = withoutCounts(command.variables), bundles: [BuildPlan.Bundle] = []
        var sources = Set(prebuiltToolFiles(of: command.plugin)), consumed = tools.map(linkActionID)
        // Some plugins name their tools among what commands read, as SwiftPM does by itself.
        let toolPaths = Set(tools.map { self.path(ofTool: $0) })
        for input in command.inputs where !toolPaths.contains(input) {
            switch makers.maker(of: input) {
            case nil: sources.insert(input)
            case id: break
            case let maker?: consumed.append(maker)
            }
        }
        if let tool = tools.first(where: { self.path(ofTool: $0) == path }) {
            addLibraryFolders(of: [tool], to: &variables)
            bundles = self.bundles(besideTool: tool, &sources, &consumed)
        } else if let maker = makers.maker(of: path) {
            // As under SwiftPM, where a command's program is among what it reads. One that makes its own program has
            // none to start.
            if maker != id { consumed.append(maker) }
        } else {
            sources.insert(path)
        }
        let outputs = command.outputs.map { Action.Output(name: layout.nameOfGenerated($0), path: $0) }
        return Action(
            id: id, subject: .target(target.id), folder: package(of: target).folder, sources: sources.sorted(),
            work: .program(
                .init(
                    .command(command.arguments.map(Argument.open), outputs: outputs), path: path, variables: variables,
                    bundles: bundles,
                    consumed: consumed.withoutRepetitions)))
    }

    func generateActionIDs(of target: Target) -> [ActionID] {
        (request.generated[target.id]?.commands ?? []).enumerated().map {
            generateAction($0.offset, of: target, $0.element)
        }
    }

    private func generateAction(_ index: Int, of target: Target, _ command: GeneratedSources.Command) -> ActionID {
        ActionID(
            .generate, target.id, command.outputs.first.map(layout.nameOfGenerated) ?? "\(command.plugin.name) \(index)"
        )
    }

    /// The action that makes that file; nil for one that is there already.
    func maker(of path: String, for target: Target) -> ActionID? {
        guard let commands = request.generated[target.id]?.commands else { return nil }
        return commands.enumerated().first { $0.element.outputs.contains(path) }.map {
            generateAction($0.offset, of: target, $0.element)
        }
    }

    /// Sources of the target that plugins make: in the build, and before it.
    func generatedSources(of target: Target) -> (made: [String], found: [String]) {
        guard let generated = request.generated[target.id] else { return ([], []) }
        let outputs = Set(generated.commands.flatMap(\.outputs))
        return (generated.sources.filter(outputs.contains), generated.sources.filter { !outputs.contains($0) })
    }
}

extension [ActionID] {
    /// The first of each.
    fileprivate var withoutRepetitions: [ActionID] {
        var seen: Set<ActionID> = []
        return filter { seen.insert($0).inserted }
    }
}
