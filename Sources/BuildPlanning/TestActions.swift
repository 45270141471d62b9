import TestDiscovery
import Targets
import Toolchains

/// The files and actions of the program that runs one test target's tests, beside those of the target itself.
struct TestRunner {
    let source, object, autolink: Action.Output
    let outputFileMap, moduleMap, dependencies, symbolGraphFolder: String
    let list, compile, autolinkAction: ActionID

    init(of target: Target, in planner: ActionPlanner) {
        let folder = planner.layout.folder(of: target.id) + "/runner"
        source = Action.Output(name: "runner.swift", path: folder + "/runner.swift")
        object = Action.Output(name: "runner.o", path: folder + "/runner.o")
        autolink = Action.Output(name: "runner.autolink", path: folder + "/runner.autolink")
        (outputFileMap, dependencies, symbolGraphFolder) = (
            folder + "/output-file-map.json", folder + "/runner.d", folder + "/symbols"
        )
        moduleMap = folder + "/modules.json"
        list = planner.named(planner.testList(of: target) == nil ? .listTests : .useTestList, target.id)
        compile = planner.named(.compileRunner, target.id)
        autolinkAction = planner.named(.autolink, "\(target.id).xctest")
    }
}

extension ActionPlanner {
    /// The program of a test target, as a product that no manifest declares: one a target, where SwiftPM has one a
    /// package, so that one can run without building the rest.
    func testProduct(of target: TargetID) -> Product {
        var product = undeclared("\(target.name).xctest", .test, of: target)
        if testList(of: graph[target]) != nil { product.targets += graph.listedTests(with: target) }
        return product
    }

    /// The list by which the target's tests are run; nil where they are found.
    func testList(of target: Target) -> TestList? { request.findsAllTests ? nil : target.testList }

    /// Modules of the toolchain that tests import and that are there as text alone, for tests which see C++. A compile
    /// makes modules of such text itself; but one that has to tell which system headers it reads fails on the module
    /// map of the C++ library, which lies in no folder (Swift 6.3: "cannot open file '…/c++/12/module.modulemap'").
    /// Their order is that of what they need.
    private static let testingModules = ["Testing", "_Testing_Foundation"]

    private func needsTestingModules(_ target: Target) -> Bool {
        target.kind == .test && settings(of: target).contains(.swift(.cxxInteroperability(true)))
            && triple.hasSuffix("-linux-gnu")
    }

    /// Where they lie; nil where the target's compiles need none.
    func testingModuleFolder(of target: Target) -> String? {
        needsTestingModules(target) ? layout.folder(of: target.id) + "/toolchain" : nil
    }

    func testingModuleActions(of target: Target) -> [ActionID] {
        needsTestingModules(target) ? ActionPlanner.testingModules.map { named(.compileInterface, target.id, $0) } : []
    }

    func testingModules(for target: Target) -> [Action] {
        guard let folder = testingModuleFolder(of: target) else { return [] }
        let package = self.package(of: target), ids = testingModuleActions(of: target)
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        return zip(ids, ActionPlanner.testingModules).enumerated().map { at, each in
            let (id, name) = each,
                output = Action.Output(name: "\(name).swiftmodule", path: "\(folder)/\(name).swiftmodule")
            let run = Action.ToolRun(
                .compileInterface, .frontend,
                arguments: SwiftCompilation.compileInterface(
                    of: name, toolchain: request.toolchain, triple: triple, sdk: request.sdk, seeing: here(folder),
                    to: here(output.path),
                    moduleCache: moduleCache),
                consumed: Array(ids[..<at]), outputs: [output])
            return Action(id: id, subject: .target(target.id), folder: package.folder, work: .tool(run))
        }
    }

    /// What becomes of a test target beyond its module and objects: the list of its tests, and the program's own
    /// object.
    func testActions(for target: Target) -> [Action] {
        let package = self.package(of: target), tested = testProduct(of: target.id).targets
        let compilation = self.compilation(of: target, in: package, seeing: visible(fromAll: tested))
        let runner = TestRunner(of: target, in: self), list = testList(of: target)
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        // What the target's module shows is seen with all that it may import.
        let interfaces = tested.compactMap { moduleAction(of: graph[$0]) }
        let toolchainModules = tested.flatMap { testingModuleActions(of: graph[$0]) }

        let map = OutputFileMap(
            module: [
                "object": here(runner.object.path), "dependencies": here(runner.dependencies),
                "swift-dependencies": here(runner.dependencies + ".priors"),
            ])
        let compile = Action.ToolRun(
            .compileRunner, .swiftc,
            arguments: compilation.compileTestRunner(
                here(runner.source.path), form: form(ofRunnerWith: list), moduleMap: here(runner.moduleMap),
                outputFileMap: here(runner.outputFileMap)),
            generated: [.init(path: runner.outputFileMap, content: map.json)], interfaces: interfaces,
            moduleSearch: .map(path: runner.moduleMap), consumed: [runner.list] + toolchainModules,
            outputs: [runner.object],
            dependencyFiles: [runner.dependencies])
        let extract = Action.ToolRun(
            .autolink, .autolinkExtract,
            arguments: Linking.extractAutolink(from: [here(runner.object.path)], to: here(runner.autolink.path)),
            consumed: [runner.compile], outputs: [runner.autolink])
        let source =
            list.map { listedRunner($0, runner, target, package) } ?? foundRunner(runner, target, package, compilation)
        return [source]
            + [(runner.compile, compile), (runner.autolinkAction, extract)].map { id, run in
                onPlatform(Action(id: id, subject: .target(target.id), folder: package.folder, work: .tool(run)))
            }
    }

    /// The list is a main file in the language mode of its package, as under SwiftPM; found tests need none.
    private func form(ofRunnerWith list: TestList?) -> SwiftCompilation.Form {
        list.map { .executable(entryPoint: nil, isScript: !$0.hasMainAttribute) } ?? .test
    }

    /// All that may be seen from one of these targets.
    private func visible(fromAll targets: [TargetID]) -> Visible {
        var found = Visible(modules: [], macros: [])
        for each in targets.map({ visible(from: graph[$0]) }) {
            found.modules += each.modules.filter { !found.modules.contains($0) }
            found.macros += each.macros.filter { !found.macros.contains($0) }
        }
        return found
    }

    /// Finds the tests of the target's module, and lists them.
    private func foundRunner(
        _ runner: TestRunner, _ target: Target, _ package: Package, _ compilation: SwiftCompilation
    ) -> Action {
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        let listing = Action.Extract(
            TestListing(moduleName: target.moduleName),
            of: "\(runner.symbolGraphFolder)/\(compilation.symbolGraphName)", output: runner.source.name)
        let run = Action.ToolRun(
            .listTests(listing), .symbolGraphExtract,
            arguments: compilation.extractSymbolGraph(
                from: here(layout.folder(of: target.id)), to: here(runner.symbolGraphFolder)),
            interfaces: [moduleAction(of: target)].compactMap { $0 }, moduleSearch: .folders,
            consumed: testingModuleActions(of: target), outputs: [runner.source])
        return onPlatform(
            Action(id: runner.list, subject: .target(target.id), folder: package.folder, work: .tool(run)))
    }

    /// Takes the package's list as the source of the runner.
    private func listedRunner(_ list: TestList, _ runner: TestRunner, _ target: Target, _ package: Package) -> Action {
        let others = graph.listedTests(with: target.id)
        let work = TestListWork(
            source: BuildLayout.joined(package.folder, list.path),
            runner: ListedTestRunner(
                path: list.path, hasMainAttribute: list.hasMainAttribute, module: target.moduleName,
                others: others.map { graph[$0].moduleName }, takesStrays: others.allSatisfy { target.id < $0 }))
        return Action(
            id: runner.list, subject: .target(target.id), folder: package.folder, sources: [work.source],
            work: .builtIn(.init(work, output: runner.source)))
    }
}
