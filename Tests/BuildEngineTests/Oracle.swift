import BuildPlanning
import Digests
import FakeTools
import Targets

/// What a build must give and do, worked out from the workspace alone, without planner, keys, engine or cache.
struct Oracle {
    /// For each action by name: everything that its outputs may depend on.
    private(set) var inputs: [String: String] = [:]
    /// The executable's content; nil where something that it needs does not compile.
    private(set) var executable: String?
    /// Modules with a syntax error in some source.
    private(set) var broken: Set<Int> = []

    init(_ workspace: RandomWorkspace) {
        let modules = workspace.modules
        func id(_ index: Int) -> TargetID { workspace.id(index) }
        func sources(_ index: Int) -> [(name: String, text: String)] {
            modules[index].sources.keys.sorted().map { ($0, modules[index].sources[$0]!) }
        }
        func isBroken(_ index: Int) -> Bool { modules[index].sources.values.contains { $0.contains("syntax error") } }
        func moduleText(_ index: Int) -> String { (try? FakeToolchain.module(sources: sources(index))) ?? "none" }
        func headers(_ index: Int) -> [String] {
            modules[index].headers.keys.sorted().map { "\($0)=\(modules[index].headers[$0]!)" }
        }

        for index in modules.indices where isBroken(index) { broken.insert(index) }
        let linked = [workspace.app] + workspace.closure(of: workspace.app)
        var objects: [String] = [], objectInputs: [String] = []
        for index in modules.indices {
            let closure = workspace.closure(of: index)
            let names = closure.map { modules[$0].name }.joined(separator: ",")
            if modules[index].isClang {
                let visible = [index] + closure
                let headerNames = visible.flatMap { each in
                    modules[each].headers.keys.map { "\(modules[each].name)/\($0)" }
                }.sorted()
                for (name, text) in sources(index) {
                    var read: [String] = []
                    for include in FakeToolchain.includes(text) {
                        if let owner = visible.first(where: { modules[$0].headers[include] != nil }) {
                            read.append(modules[owner].headers[include]!)
                        }
                    }
                    let key = "\(text)|\(read)|\(names)|\(headerNames)"
                    inputs["compile-clang \(id(index)) Sources/\(modules[index].name)/\(name)"] = key
                    if linked.contains(index) {
                        objects.append(FakeToolchain.clangObject(text, headers: read))
                        objectInputs.append("\(index)/\(name)=\(objects.last!)")
                    }
                }
                continue
            }
            let seen = closure.filter { !modules[$0].isClang }.map {
                FakeToolchain.seen(moduleText($0), by: sources(index))
            }
            let seenHeaders = closure.filter { modules[$0].isClang }.flatMap(headers)
            // A key holds what is seen through direct dependencies: by which way a module is reached counts too.
            let edges = ([index] + closure).map { "\($0)->\(modules[$0].needs.sorted())" }
            let all = "\(sources(index))|\(seen)|\(seenHeaders)|\(names)|\(edges)"
            inputs["emit-module \(id(index))"] = all
            inputs["compile \(id(index))"] = all
            if linked.contains(index) {
                inputs["autolink \(id(index))"] =
                    "\(sources(index).map { FakeToolchain.object($0.text, module: moduleText(index), seen: seen + seenHeaders) })"
            }
            if linked.contains(index) { inputs["wrap-module \(id(index))"] = moduleText(index) }
            if linked.contains(index) {
                let texts = seen + closure.filter { modules[$0].isClang }.flatMap { modules[$0].headers.values }
                for (name, text) in sources(index) {
                    objects.append(FakeToolchain.object(text, module: moduleText(index), seen: texts))
                    objectInputs.append("\(index)/\(name)=\(objects.last!)")
                }
                objects.append(FakeToolchain.wrapped(moduleText(index)))
                objectInputs.append("\(index)/module=\(objects.last!)")
            }
        }
        inputs["link \(RandomWorkspace.package):app"] = objectInputs.joined(separator: "\n")
        if broken.isDisjoint(with: linked) { executable = FakeToolchain.executable(objects) }
    }

    /// Actions that cannot be decided, because a module that they need, or are, does not compile.
    func unreachable(in workspace: RandomWorkspace) -> Set<String> {
        Set(
            inputs.keys.filter { name in
                if name.hasPrefix("link ") { return executable == nil }
                guard
                    let index = workspace.modules.indices.first(where: {
                        name.split(separator: " ")[1] == "\(workspace.id($0))"
                    })
                else { return false }
                if workspace.modules[index].isClang { return false }
                let needs = workspace.closure(of: index).filter { !workspace.modules[$0].isClang }
                return !broken.isDisjoint(with: needs)
                    || broken.contains(index) && (name.hasPrefix("wrap-module") || name.hasPrefix("autolink"))
            })
    }
}
