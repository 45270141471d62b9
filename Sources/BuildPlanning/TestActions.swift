import Targets
import Toolchains

/// The files and actions of the program that runs one test target's tests, beside those of the target itself.
struct TestRunner {
    let source, object, autolink: Action.Output
    let outputFileMap, dependencies, symbolGraphFolder: String
    let list, compile, autolinkAction: ActionID

    init(of target: Target, _ layout: BuildLayout) {
        let folder = layout.folder(of: target.id) + "/runner"
        source = Action.Output(name: "runner.swift", path: folder + "/runner.swift")
        object = Action.Output(name: "runner.o", path: folder + "/runner.o")
        autolink = Action.Output(name: "runner.autolink", path: folder + "/runner.autolink")
        (outputFileMap, dependencies, symbolGraphFolder) = (folder + "/output-file-map.json", folder + "/runner.d", folder + "/symbols")
        list = ActionID("list-tests \(target.id)")
        compile = ActionID("compile-runner \(target.id)")
        autolinkAction = ActionID("autolink \(target.id).xctest")
    }
}

extension ActionPlanner {
    /// The program of a test target, as a product that no manifest declares: one a target, where SwiftPM has one a package, so that one
    /// can run without building the rest.
    static func testProduct(of target: TargetID) -> Product {
        Product(id: ProductID(target.package, "\(target.name).xctest"), kind: .test, targets: [target], isDeclared: false)
    }

    /// What becomes of a test target beyond its module and objects: the list of its tests, and the program's own object.
    func testActions(for target: Target) -> [Action] {
        let package = self.package(of: target)
        let visible = self.visible(from: target)
        let compilation = self.compilation(of: target, in: package, seeing: visible)
        let runner = TestRunner(of: target, layout), module = layout.folder(of: target.id)
        func here(_ path: String) -> String { BuildLayout.relative(path, from: package.folder) }
        let interfaces = visible.modules.compactMap(moduleAction) + [moduleAction(of: target)!]

        let list = Action(
            id: runner.list, kind: .listTests, subject: .target(target.id), tool: .symbolGraphExtract, folder: package.folder,
            arguments: compilation.extractSymbolGraph(from: here(module), to: here(runner.symbolGraphFolder)),
            interfaces: interfaces, outputs: [runner.source],
            testListing: .init(symbolGraph: "\(runner.symbolGraphFolder)/\(compilation.symbolGraphName)", moduleName: target.moduleName))
        let map = OutputFileMap(
            module: [
                "object": here(runner.object.path), "dependencies": here(runner.dependencies),
                "swift-dependencies": here(runner.dependencies + ".priors"),
            ])
        let compile = Action(
            id: runner.compile, kind: .compileRunner, subject: .target(target.id), tool: .swiftc, folder: package.folder,
            arguments: compilation.compileTestRunner(here(runner.source.path), in: here(module), outputFileMap: here(runner.outputFileMap)),
            generated: [.init(path: runner.outputFileMap, content: map.json)], interfaces: interfaces, consumed: [runner.list],
            outputs: [runner.object], dependencyFiles: [runner.dependencies])
        let extract = Action(
            id: runner.autolinkAction, kind: .autolink, subject: .target(target.id), tool: .autolinkExtract, folder: package.folder,
            arguments: Linking.extractAutolink(from: [here(runner.object.path)], to: here(runner.autolink.path)),
            consumed: [runner.compile], outputs: [runner.autolink])
        return [list, compile, extract]
    }
}
