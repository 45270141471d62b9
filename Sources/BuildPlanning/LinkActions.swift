import Targets
import Toolchains

/// What goes into one linked product.
struct LinkClosure {
    /// In the order in which their objects stand on the command line: the product's own, then the others by name. All objects are linked,
    /// whatever their order, and a new edge between two targets must not change the command line.
    var targets: [Target]
    /// Products linked dynamically; sorted.
    var dynamicLibraries: [ProductID]
}

extension ActionPlanner {
    /// The targets whose objects a product holds, stopping at dynamic libraries other than itself.
    func linkClosure(of product: Product) -> LinkClosure {
        // A macro that a library names beside others is for the machine that builds.
        let own = product.targets.filter { hostPlanner == nil || graph.targets[$0]!.kind != .macro }
        var inside = Set(own), dynamic: Set<ProductID> = []
        var open = own
        while let next = open.popLast() {
            for dependency in graph.targets[next]!.dependencies where dependency.holds(in: request.configuration) {
                switch dependency.value {
                case .target(let id):
                    if graph.targets[id]!.kind == .macro, !isTest(next, of: product) { continue }
                    if inside.insert(id).inserted { open.append(id) }
                case .product(let id):
                    let used = graph.products[id]!
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
            targets: (own + inside.subtracting(own).sorted()).map { graph.targets[$0]! },
            dynamicLibraries: dynamic.sorted())
    }

    /// Adds a library and those that it needs itself: the linker wants to see them too.
    private func addDynamicLibrary(_ library: Product, to found: inout Set<ProductID>) {
        guard found.insert(library.id).inserted else { return }
        for id in linkClosure(of: library).dynamicLibraries { found.insert(id) }
    }

    /// Macros run in the compiler: no program holds them, but that of their own tests.
    private func isTest(_ target: TargetID, of product: Product) -> Bool { product.kind == .test && product.targets.contains(target) }

    /// Tests see the code of executables and macros, whose entry points have names of their own for that.
    private func isTested(_ target: Target, by product: Product) -> Bool {
        product.kind == .test && (target.kind == .executable || target.kind == .macro) && entryPoint(of: target) != nil
    }

    func linkActionID(of product: Product) -> ActionID {
        named("\(product.kind == .staticLibrary ? "archive" : "link") \(product.id)")
    }

    func linkAction(for product: Product) throws(PlanningError) -> Action {
        let package = graph.packages[product.id.package]!
        let closure = linkClosure(of: product)
        var seen: [String: TargetID] = [:]
        for target in closure.targets where target.language != .none {
            if let other = seen.updateValue(target.id, forKey: target.moduleName) {
                throw .sameModuleName(target.moduleName, [other, target.id].sorted(), product: product.id)
            }
        }
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }

        var consumed: [ActionID] = []
        var objects: [String] = [], autolinks: [Target] = []
        // A second executable's objects would bring a second entry point.
        for target in closure.targets where product.targets.contains(target.id) || target.kind == .library || isTested(target, by: product) {
            consumed += objectActions(of: target)
            objects += self.objects[target.id]!.map { here($0.path) }
            if target.language == .swift { autolinks.append(target) }
            if target.language == .swift, request.configuration == .debug {
                consumed.append(named("wrap-module \(target.id)"))
                objects.append(here("\(layout.folder(of: target.id))/\(target.moduleName).swiftmodule.o"))
            }
        }
        var autolinkFiles = autolinks.map { "\(layout.folder(of: $0.id))/\(ActionPlanner.autolinkName(of: $0))" }
        var autolinkActions = autolinks.map(autolinkAction)
        if product.kind == .test {
            let runner = TestRunner(of: graph.targets[product.targets[0]]!, layout, named)
            consumed.append(runner.compile)
            objects.append(here(runner.object.path))
            autolinkFiles.append(runner.autolink.path)
            autolinkActions.append(runner.autolinkAction)
        }
        var dynamicLibraries: [Linking.DynamicLibrary] = []
        for id in closure.dynamicLibraries {
            let library = graph.products[id]!
            consumed.append(linkActionID(of: library))
            dynamicLibraries.append(.init(folder: here(layout.folder(of: id)), name: library.id.name))
        }
        var archives: [String] = []
        for target in closure.targets {
            archives += libraries(of: target).map(\.path)
        }
        let settings = closure.targets.flatMap { self.settings(of: $0) }
        var libraries: [String] = [], unsafeFlags: [String] = []
        for setting in settings {
            switch setting {
            case .linkedLibrary(let name) where !libraries.contains(name): libraries.append(name)
            case .linkerUnsafeFlags(let words): unsafeFlags += words
            default: continue
            }
        }
        let hasCxx = closure.targets.contains { target in
            target.language == .clang
                && target.sources.contains { ClangCompilation.language(ofFileNamed: $0) == .cxx }
        }
        var features: [String] = []
        for id in product.targets {
            for case .swift(.experimentalFeature(let name)) in self.settings(of: graph.targets[id]!) where !features.contains(name) {
                features.append(name)
            }
        }
        let kind: Linking.Kind
        switch product.kind {
        case .staticLibrary: kind = .staticLibrary
        case .dynamicLibrary: kind = .dynamicLibrary
        default:
            let main = product.targets.compactMap { graph.targets[$0] }.first { [.executable, .snippet, .macro].contains($0.kind) }
            kind = .executable(entryPoint: main.flatMap(entryPoint))
        }
        var flags = request.flags
        // The compiler would leave a profile of each macro's run in the package's folder, as it does under SwiftPM.
        if product.kind == .macro { flags.measuresCoverage = false }
        let linking = Linking(
            kind: kind, moduleName: Target.moduleName(for: product.id.name), objects: objects,
            autolinkFiles: autolinkFiles.map(here), archives: archives.map(here),
            dynamicLibraries: dynamicLibraries, linkedLibraries: libraries, unsafeFlags: unsafeFlags, hasCxx: hasCxx,
            experimentalFeatures: features, configuration: request.configuration, triple: triple,
            runPaths: product.kind == .macro ? closure.dynamicLibraries.map { pathFromTool(product, to: $0) } : [],
            toolchain: request.toolchain, flags: flags, sdk: request.sdk)
        if linking.tool == .clang { consumed += autolinkActions }
        let folder = layout.folder(of: product.id), name = fileName(of: product)
        let dependencies = "\(folder)/link.d"
        var action = Action(
            id: linkActionID(of: product), kind: product.kind == .staticLibrary ? .archive : .link,
            subject: .product(product.id), tool: linking.tool, folder: package.folder,
            arguments: linking.link(to: here("\(folder)/\(name)"), dependencyFile: here(dependencies)),
            sources: kind == .staticLibrary ? [] : archives, consumed: consumed,
            outputs: [Action.Output(name: name, path: "\(folder)/\(name)", isExecutable: product.kind != .staticLibrary)],
            dependencyFiles: product.kind == .staticLibrary ? [] : [dependencies])
        if product.kind != .staticLibrary {
            action.mentions = mentions(in: unsafeFlags + request.flags.swift + request.flags.linker, of: package)
            func fromRoot(_ path: String) -> String { path.hasPrefix("/") ? path : BuildLayout.joined(package.folder, path) }
            action.linkers = linking.namedLinkers.map { $0.contains("/") ? fromRoot($0) : $0 }
            action.librarySearch = linking.namedLibraryFolders.map(fromRoot)
        }
        return onPlatform(action)
    }
}
