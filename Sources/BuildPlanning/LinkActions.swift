import Targets
import Toolchains

/// What goes into one linked product.
struct LinkClosure {
    /// In the order in which their objects stand on the command line: the product's own, then the others by name. All
    /// objects are linked, whatever their order, and a new edge between two targets must not change the command line.
    var targets: [Target]
    /// Products linked dynamically; sorted.
    var dynamicLibraries: [ProductID]
}

extension ActionPlanner {
    /// The targets whose objects a product holds, stopping at dynamic libraries other than itself.
    func linkClosure(of product: Product) -> LinkClosure {
        // A macro that a library names beside others is for the machine that builds.
        let own = product.targets.filter { hostPlanner == nil || graph[$0].kind != .macro }
        var inside = Set(own), dynamic: Set<ProductID> = []
        var open = own
        while let next = open.popLast() {
            for dependency in graph[next].dependencies where dependency.holds(in: request.configuration) {
                switch dependency.value {
                case .target(let id):
                    if graph[id].kind == .macro, !isTest(next, of: product) { continue }
                    if inside.insert(id).inserted { open.append(id) }
                case .product(let id):
                    let used = graph[id]
                    switch used.kind {
                    case .dynamicLibrary where id != product.id: addDynamicLibrary(used, to: &dynamic)
                    case .automaticLibrary, .staticLibrary, .dynamicLibrary:
                        for id in used.targets where inside.insert(id).inserted { open.append(id) }
                    // What is only run is not linked.
                    case .executable, .snippet, .plugin, .macro, .test: break
                    }
                }
            }
        }
        return LinkClosure(
            targets: (own + inside.subtracting(own).sorted()).map { graph[$0] },
            dynamicLibraries: dynamic.sorted())
    }

    /// Adds a library and those that it needs itself: the linker wants to see them too.
    private func addDynamicLibrary(_ library: Product, to found: inout Set<ProductID>) {
        guard found.insert(library.id).inserted else { return }
        for id in linkClosure(of: library).dynamicLibraries { found.insert(id) }
    }

    /// Macros run in the compiler: no program holds them, but that of their own tests.
    private func isTest(_ target: TargetID, of product: Product) -> Bool {
        product.kind == .test && product.targets.contains(target)
    }

    /// Tests see the code of executables and macros, whose entry points have names of their own for that.
    private func isTested(_ target: Target, by product: Product) -> Bool {
        product.kind == .test && (target.kind == .executable || target.kind == .macro) && entryPoint(of: target) != nil
    }

    func linkActionID(of product: Product) -> ActionID {
        named(product.kind == .staticLibrary ? .archive : .link, product.id)
    }

    func linkAction(for product: Product) throws(PlanningError) -> Action {
        let package = graph[product.id.package], closure = linkClosure(of: product)
        try checkModuleNames(closure.targets, of: product)
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }

        let linked = linkedObjects(of: product, closure)
        let archives = closure.targets.flatMap(libraries).map(\.path)
        let linking = linking(of: product, closure, linked, archives, in: package)
        let libraries = closure.dynamicLibraries.map { linkActionID(of: graph[$0]) }
        let folder = layout.folder(of: product.id), name = fileName(of: product), dependencies = "\(folder)/link.d"
        let isArchive = product.kind == .staticLibrary
        let run = Action.ToolRun(
            isArchive ? .archive : .link(search(of: linking, in: package)), linking.tool,
            arguments: linking.link(to: here("\(folder)/\(name)"), dependencyFile: here(dependencies)),
            consumed: linked.makers + libraries + (linking.tool == .clang ? linked.autolinkMakers : []),
            outputs: [Action.Output(name: name, path: "\(folder)/\(name)", isExecutable: !isArchive)],
            dependencyFiles: isArchive ? [] : [dependencies],
            mentions: isArchive
                ? [] : mentions(in: linking.unsafeFlags + request.flags.swift + request.flags.linker, of: package))
        return onPlatform(
            Action(
                id: linkActionID(of: product), subject: .product(product.id), folder: package.folder,
                sources: isArchive ? [] : archives,
                work: .tool(run)))
    }

    private func checkModuleNames(_ targets: [Target], of product: Product) throws(PlanningError) {
        var seen: [String: TargetID] = [:]
        for target in targets where target.language != .none {
            if let other = seen.updateValue(target.id, forKey: target.moduleName) {
                throw .sameModuleName(target.moduleName, [other, target.id].sorted(), product: product.id)
            }
        }
    }

    /// Objects of a link, and the actions that make them; paths are relative to the root.
    private struct LinkedObjects {
        var makers: [ActionID] = []
        var paths: [String] = []
        /// Files that say which libraries the objects ask for.
        var autolinkMakers: [ActionID] = []
        var autolinkPaths: [String] = []
    }

    private func linkedObjects(of product: Product, _ closure: LinkClosure) -> LinkedObjects {
        var linked = LinkedObjects()
        // A second executable's objects would bring a second entry point.
        for target in closure.targets
        where product.targets.contains(target.id) || target.kind == .library || isTested(target, by: product) {
            linked.makers += objectActions(of: target)
            linked.paths += objects(of: target).map(\.path)
            guard target.language == .swift else { continue }
            linked.autolinkMakers.append(autolinkAction(of: target))
            linked.autolinkPaths.append(autolinkOutput(of: target).path)
            if request.configuration == .debug {
                linked.makers.append(wrapModuleAction(of: target))
                linked.paths.append(wrappedModule(of: target).path)
            }
        }
        if product.kind == .test, let target = product.targets.first {
            let runner = TestRunner(of: graph[target], in: self)
            linked.makers.append(runner.compile)
            linked.paths.append(runner.object.path)
            linked.autolinkMakers.append(runner.autolinkAction)
            linked.autolinkPaths.append(runner.autolink.path)
        }
        return linked
    }

    private func linking(
        of product: Product, _ closure: LinkClosure, _ linked: LinkedObjects, _ archives: [String], in package: Package
    ) -> Linking {
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        let (libraries, unsafeFlags) = linkerSettings(of: closure.targets)
        var flags = request.flags
        // The compiler would leave a profile of each macro's run in the package's folder, as it does under SwiftPM.
        if product.kind == .macro { flags.measuresCoverage = false }
        return Linking(
            kind: linkKind(of: product), moduleName: Target.moduleName(for: product.id.name),
            objects: linked.paths.map(here),
            autolinkFiles: linked.autolinkPaths.map(here), archives: archives.map(here),
            dynamicLibraries: closure.dynamicLibraries.map {
                .init(folder: here(layout.folder(of: $0)), name: $0.name)
            },
            linkedLibraries: libraries, unsafeFlags: unsafeFlags, hasCxx: closure.targets.contains(where: hasCxx),
            experimentalFeatures: experimentalFeatures(of: product), configuration: request.configuration,
            triple: triple,
            runPaths: product.kind == .macro ? closure.dynamicLibraries.map { pathFromTool(product, to: $0) } : [],
            toolchain: request.toolchain, flags: flags, sdk: request.sdk)
    }

    private func linkerSettings(of targets: [Target]) -> (libraries: [String], unsafeFlags: [String]) {
        var libraries: [String] = [], unsafeFlags: [String] = []
        for setting in targets.flatMap({ settings(of: $0) }) {
            switch setting {
            case .linkedLibrary(let name) where !libraries.contains(name): libraries.append(name)
            case .linkerUnsafeFlags(let words): unsafeFlags += words
            default: continue
            }
        }
        return (libraries, unsafeFlags)
    }

    private func hasCxx(_ target: Target) -> Bool {
        target.language == .clang && target.sources.contains { ClangCompilation.language(ofFileNamed: $0) == .cxx }
    }

    private func experimentalFeatures(of product: Product) -> [String] {
        var features: [String] = []
        for id in product.targets {
            for case .swift(.experimentalFeature(let name)) in settings(of: graph[id]) where !features.contains(name) {
                features.append(name)
            }
        }
        return features
    }

    private func linkKind(of product: Product) -> Linking.Kind {
        switch product.kind {
        case .staticLibrary: return .staticLibrary
        case .dynamicLibrary: return .dynamicLibrary
        default:
            let main = product.targets.map { graph[$0] }.first { [.executable, .snippet, .macro].contains($0.kind) }
            return .executable(entryPoint: main.flatMap(entryPoint))
        }
    }

    private func search(of linking: Linking, in package: Package) -> Action.LinkSearch {
        func fromRoot(_ path: String) -> String {
            path.hasPrefix("/") ? path : BuildLayout.joined(package.folder, path)
        }
        return Action.LinkSearch(
            linkers: linking.namedLinkers.map { $0.contains("/") ? fromRoot($0) : $0 },
            librarySearch: linking.namedLibraryFolders.map(fromRoot))
    }
}
