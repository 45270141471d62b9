import Disk
import Targets
import Toolchains

/// What the compiles of one Swift target share.
private struct SwiftParts {
    let target: Target
    let package: Package
    /// Of the target's intermediate files.
    let folder: String
    var compilation: SwiftCompilation
    /// The target's own, and those that the build writes.
    let own, made: [String]
    /// Files whose content counts: what plugins made before the build is there, and counts so too.
    let sources: [String]
    let derived: [Action.GeneratedFile]
    let interfaces: [ActionID]
    let consumed: [ActionID]
    let objects: [Action.Output]
    let module: Action.Module
    /// Where the modules lie that the target sees.
    let moduleMap: String
    let id: ActionID

    init(of target: Target, seeing visible: ActionPlanner.Visible, in planner: ActionPlanner) {
        self.target = target
        package = planner.package(of: target)
        folder = planner.layout.folder(of: target.id)
        own = target.sources.map { [package] in BuildLayout.joined(package.folder, $0) }
        made = planner.madeSources(of: target)
        sources = own + planner.generatedSources(of: target).found
        derived = planner.derivedSources(of: target)
        interfaces = planner.directInterfaces(of: target)
        consumed = planner.makers(of: target, seeing: visible)
        objects = planner.objects(of: target)
        module = Action.Module(output: "\(target.moduleName).swiftmodule", extract: planner.provisions(of: target))
        moduleMap = planner.moduleMap(of: target)
        id = planner.swiftModuleAction(of: target)
        compilation = planner.compilation(of: target, in: package, seeing: visible)
        if module.extract != nil { compilation.symbolGraphFolder = here(planner.symbolFolder(of: target)) }
    }

    func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }

    var modulePath: String { "\(folder)/\(module.output)" }
    /// The module and its documentation, which editors show: the compiler writes one beside the other.
    var emitted: [Action.Output] {
        let documentation = "\(target.moduleName).swiftdoc"
        return [.init(name: module.output, path: modulePath)]
            + [.init(name: documentation, path: "\(folder)/\(documentation)")]
    }
    /// What wiring reads of the module.
    var provided: [Action.Output] {
        module.extract.map { [Action.Output(name: $0.output, path: "\(folder)/\($0.output)")] } ?? []
    }
    /// As the compiler names them, each with its object.
    var compiled: some Sequence<(String, Action.Output)> {
        zip(target.sources.map(spelled) + made.map(here), objects)
    }

    /// As the driver has it in its table of outputs, with the workspace root left open.
    private func spelled(_ source: String) -> String {
        compilation.revealedSources[source].map(OpenRoot.path) ?? source
    }

    /// The driver's table of outputs as a file.
    func mapFile(_ map: OutputFileMap, at path: String) -> Action.GeneratedFile {
        var file = Action.GeneratedFile(path: path, content: map.json)
        file.leavesRootOpen = !compilation.revealedSources.isEmpty
        return file
    }

    /// The target's action that is done with `tool` and `run`'s other words.
    func action(_ id: ActionID, _ run: Action.ToolRun, reads: Bool = true) -> Action {
        Action(
            id: id, subject: .target(target.id), folder: package.folder, sources: reads ? sources : [], work: .tool(run)
        )
    }
}

extension ActionPlanner {
    /// Debug: a module and a compile, so that dependents start when the module is there. Release: one action for both,
    /// because optimised clients inline what the optimiser puts into the module.
    func swiftActions(for target: Target) throws(PlanningError) -> [Action] {
        let visible = self.visible(from: target)
        try checkModuleNames(visible.modules + [target], of: target)
        let parts = SwiftParts(of: target, seeing: visible, in: self)
        let makers =
            generateActions(for: target) + featureActions(for: target)
            + routeListActions(for: target) + testingModules(for: target)
            + [indexAction(for: target, seeing: visible)].compactMap { $0 }
        switch request.configuration {
        case .debug: return makers + [emitModule(parts), compile(parts), wrapModule(parts), collectAutolink(parts)]
        case .release: return makers + [compileWholeModule(parts), collectAutolink(parts)]
        }
    }

    private func emitModule(_ parts: SwiftParts) -> Action {
        let map = OutputFileMap(module: [
            "dependencies": parts.here("\(parts.folder)/module.d"),
            "swift-dependencies": parts.here("\(parts.folder)/module.priors"),
        ])
        let mapPath = "\(parts.folder)/module-output-file-map.json"
        let module = parts.here(parts.modulePath),
            interface = "\(parts.folder)/\(parts.target.moduleName).swiftinterface"
        let abi = abi(
            of: parts.compilation, module: module, interface: interface, generatedSources(of: parts.target).made)
        return parts.action(
            parts.id,
            .init(
                .emitModule(parts.module, abi), .swiftc,
                arguments: parts.compilation.emitModule(
                    to: module, interface: parts.here(interface), outputFileMap: parts.here(mapPath)),
                generated: parts.derived + [.init(path: mapPath, content: map.json)], interfaces: parts.interfaces,
                moduleSearch: .map(path: parts.moduleMap),
                consumed: parts.consumed,
                outputs: parts.emitted + parts.provided,
                dependencyFiles: ["\(parts.folder)/module.d"]))
    }

    private func compile(_ parts: SwiftParts) -> Action {
        let stateFolder = "\(parts.folder)/state", modulePriors = "\(stateFolder)/module.priors"
        func base(_ object: Action.Output) -> String { "\(stateFolder)/\(object.name.dropLast(2))" }
        let map = OutputFileMap(
            module: ["swift-dependencies": parts.here(modulePriors)],
            sources: parts.compiled.map { source, object in
                let outputs = [
                    "object": parts.here(object.path), "dependencies": parts.here("\(base(object)).d"),
                    "swift-dependencies": parts.here("\(base(object)).swiftdeps"),
                ]
                return (source, outputs)
            })
        let mapPath = "\(parts.folder)/output-file-map.json"
        let records = parts.objects.map { "\(base($0)).swiftdeps" }, sources = parts.own + parts.made
        let inPlace = Action.InPlace(
            state: [modulePriors] + records,
            objects: Dictionary(uniqueKeysWithValues: zip(sources, parts.objects.map(\.path))),
            records: Dictionary(uniqueKeysWithValues: zip(sources, records)))
        return parts.action(
            compileAction(of: parts.target),
            .init(
                .compile(inPlace), .swiftc,
                arguments: parts.compilation.compileIncrementally(outputFileMap: parts.here(mapPath)),
                generated: parts.derived + [parts.mapFile(map, at: mapPath)], interfaces: parts.interfaces,
                moduleSearch: .map(path: parts.moduleMap),
                consumed: parts.consumed, outputs: parts.objects, dependencyFiles: parts.objects.map { "\(base($0)).d" }
            ))
    }

    private func wrapModule(_ parts: SwiftParts) -> Action {
        let wrapped = wrappedModule(of: parts.target)
        return parts.action(
            wrapModuleAction(of: parts.target),
            .init(
                .wrapModule, .frontend,
                arguments: Linking.wrapModule(
                    parts.here(parts.modulePath), to: parts.here(wrapped.path), triple: triple),
                consumed: [parts.id], outputs: [wrapped]),
            reads: false)
    }

    private func compileWholeModule(_ parts: SwiftParts) -> Action {
        let map = OutputFileMap(
            module: [
                "dependencies": parts.here("\(parts.folder)/module.d"),
                "swift-dependencies": parts.here("\(parts.folder)/module.priors"),
            ], sources: parts.compiled.map { ($0, ["object": parts.here($1.path)]) })
        let mapPath = "\(parts.folder)/output-file-map.json"
        return parts.action(
            parts.id,
            .init(
                .compileModule(parts.module), .swiftc,
                arguments: parts.compilation.compileWholeModule(
                    to: parts.here(parts.modulePath), outputFileMap: parts.here(mapPath)),
                generated: parts.derived + [parts.mapFile(map, at: mapPath)], interfaces: parts.interfaces,
                moduleSearch: .map(path: parts.moduleMap),
                consumed: parts.consumed,
                outputs: [.init(name: parts.module.output, path: parts.modulePath)] + parts.objects + parts.provided,
                dependencyFiles: ["\(parts.folder)/module.d"]))
    }

    private func collectAutolink(_ parts: SwiftParts) -> Action {
        let output = autolinkOutput(of: parts.target)
        return parts.action(
            autolinkAction(of: parts.target),
            .init(
                .autolink, .autolinkExtract,
                arguments: Linking.extractAutolink(
                    from: parts.objects.map { parts.here($0.path) }, to: parts.here(output.path)),
                consumed: objectActions(of: parts.target), outputs: [output]),
            reads: false)
    }

    // MARK: Names

    /// Of what emits the module.
    func swiftModuleAction(of target: Target) -> ActionID {
        named(request.configuration == .debug ? .emitModule : .compileModule, target.id)
    }

    /// Of what compiles the objects.
    func compileAction(of target: Target) -> ActionID {
        named(request.configuration == .debug ? .compile : .compileModule, target.id)
    }

    func wrapModuleAction(of target: Target) -> ActionID { named(.wrapModule, target.id) }

    /// The module as an object, for debuggers.
    func wrappedModule(of target: Target) -> Action.Output {
        let name = "\(target.moduleName).swiftmodule.o"
        return Action.Output(name: name, path: "\(layout.folder(of: target.id))/\(name)")
    }

    func autolinkAction(of target: Target) -> ActionID { named(.autolink, target.id) }

    func autolinkOutput(of target: Target) -> Action.Output {
        let name = "\(target.moduleName).autolink"
        return Action.Output(name: name, path: "\(layout.folder(of: target.id))/\(name)")
    }

    // MARK: Details

    /// One object a source, named after it: `objects/File.swift.o`; the folders inside the target are kept, since names
    /// repeat.
    static func objects(
        of target: Target, _ generated: GeneratedSources?, in layout: BuildLayout, _ features: [any SourceFeature]
    ) -> [Action.Output] {
        let folder = layout.folder(of: target.id)
        let names = target.sources.map { source in
            let inside =
                target.folder == "." || !source.hasPrefix(target.folder + "/")
                ? source : String(source.dropFirst(target.folder.count + 1))
            return "objects/\(BuildLayout.plain(inside)).o"
        }
        let derived =
            target.language == .swift && !(target.resources + (generated?.resources ?? [])).isEmpty
            ? [accessor + ".o"] : []
        let written = features.filter { $0.isFor(target) }.map { $0.source + ".o" }
        let outputs = Set(generated?.commands.flatMap(\.outputs) ?? [])
        let sources = target.language == .swift ? generated?.sources ?? [] : []
        let made = (sources.filter { !outputs.contains($0) } + sources.filter(outputs.contains)).map {
            "generated/\(layout.nameOfGenerated($0)).o"
        }
        return (names + derived + written + made).map { Action.Output(name: $0, path: "\(folder)/\($0)") }
    }

    /// Of what others import as a library; tests that import an executable see its hidden declarations anyway.
    private func abi(
        of compilation: SwiftCompilation, module: String, interface: String, _ moreSources: [String]
    ) -> Action.ABI? {
        guard compilation.form == .library else { return nil }
        return Action.ABI(
            moduleName: compilation.moduleName, interface: interface, dump: compilation.dumpModule(module),
            extraction: compilation.extractTypes, settings: compilation.visibleSettings,
            isResilient: compilation.isResilient, moreSources: moreSources)
    }

    private func checkModuleNames(_ targets: [Target], of target: Target) throws(PlanningError) {
        var seen: [String: TargetID] = [:]
        for each in targets where each.language != .none {
            if let other = seen.updateValue(each.id, forKey: each.moduleName) {
                throw .sameVisibleModuleName(each.moduleName, [other, each.id].sorted(), target: target.id)
            }
        }
    }
}
