import Targets
import Testing

/// A graph of one package `p`, written as each target and what it depends on.
private func graph(_ edges: KeyValuePairs<String, [String]>) throws -> TargetGraph {
    try TargetGraph(packages: [package("p")], targets: edges.map { target($0, needs: $1) }, products: [])
}

private func package(_ name: String) -> Package {
    Package(id: PackageID(name), displayName: name, identity: name, folder: name, toolsVersion: ToolsVersion(6, 0))
}

private func id(_ name: String, in package: String = "p") -> TargetID { TargetID(PackageID(package), name) }

private func target(
    _ name: String, in package: String = "p", needs dependencies: [String] = [],
    when configuration: BuildConfiguration? = nil
) -> Target {
    Target(
        id: id(name, in: package), kind: .library, language: .swift, folder: "Sources/\(name)",
        dependencies: dependencies.map { Conditional(.target(id($0, in: package)), when: configuration) })
}

private func product(_ name: String, in package: String, of targets: [String]) -> Product {
    Product(
        id: ProductID(PackageID(package), name), kind: .automaticLibrary, targets: targets.map { id($0, in: package) })
}

@Suite struct TargetGraphTests {
    @Test("every target stands after all it needs; those that may stand anywhere, by name")
    func order() throws {
        let found = try graph(["app": ["ui", "net"], "ui": ["base"], "net": ["base"], "base": [], "aside": []]).order
        #expect(found.map(\.name) == ["aside", "base", "net", "ui", "app"])
    }

    @Test("a graph with a target replaced: what is different is known from both ends, and from no other graph")
    func replaced() throws {
        func made() throws -> TargetGraph {
            try TargetGraph(
                packages: [package("p"), package("q")],
                targets: [
                    target("a"), target("b", needs: ["a"]), target("c", in: "q"), target("d", in: "q", needs: ["c"]),
                ], products: [])
        }
        let first = try made()
        var edited = first.targets[id("b")]!
        edited.sources = ["Sources/b/new.swift"]
        let second = try #require(first.replacing([], [edited]))
        #expect(second.targets[id("b")] == edited && first.targets[id("b")] != edited)
        #expect(
            second.targets[id("a")] == first.targets[id("a")] && second.order == first.order
                && second.dependencies(of: id("b")) == [id("a")])
        #expect(
            second.packagesReplaced(since: first) == [PackageID("p")]
                && first.packagesReplaced(since: second) == [PackageID("p")])
        #expect(first.packagesReplaced(since: first) == [] && !second.isCopy(of: first))
        var renamed = first.packages[PackageID("q")]!
        renamed.displayName = "other"
        let third = try #require(first.replacing([renamed], []))
        #expect(third.packages[renamed.id] == renamed && third.packagesReplaced(since: first) == [renamed.id])
        let fromSecond = try second.packagesReplaced(since: made()), fromThird = third.packagesReplaced(since: second)
        #expect(fromSecond == nil && fromThird == nil)
        // What would change more than itself.
        #expect(first.replacing([package("r")], []) == nil && first.replacing([], [target("e")]) == nil)
        edited.dependencies = []
        #expect(first.replacing([], [edited]) == nil)
        var other = first.targets[id("a")]!
        other.kind = .test
        #expect(first.replacing([], [other]) == nil)
    }

    @Test("the targets of each package, in the graph's order")
    func byPackage() throws {
        let graph = try TargetGraph(
            packages: [package("p"), package("q"), package("empty")],
            targets: [target("a", needs: ["b"]), target("b"), target("c", in: "q")], products: [])
        #expect(graph.byPackage == [PackageID("p"): [id("b"), id("a")], PackageID("q"): [id("c", in: "q")]])
    }

    @Test("ways between targets are the shortest; who depends directly, and who by way of others")
    func ways() throws {
        let graph = try graph(["app": ["ui", "base"], "ui": ["net"], "net": ["base"], "base": [], "aside": []])
        #expect(graph.path(from: id("app"), to: id("base"))?.map(\.name) == ["app", "base"])
        #expect(graph.path(from: id("app"), to: id("net"))?.map(\.name) == ["app", "ui", "net"])
        #expect(graph.path(from: id("app"), to: id("app"))?.map(\.name) == ["app"])
        #expect(
            graph.path(from: id("base"), to: id("app")) == nil && graph.path(from: id("app"), to: id("aside")) == nil)
        #expect(graph.directDependents(of: id("base")).map(\.name) == ["net", "app"])
        #expect(graph.dependents(of: id("base")).map(\.name) == ["net", "ui", "app"])
    }

    @Test("the order does not depend on the order in which targets are given")
    func orderIsOfTheGraph() throws {
        let first = try graph(["a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []]).order
        let second = try graph(["d": [], "c": ["d"], "a": ["c", "b"], "b": ["d"]]).order
        #expect(first == second)
    }

    @Test("a closure holds the roots and all that they need, in order, each once")
    func closure() throws {
        let graph = try graph(["app": ["ui"], "ui": ["base"], "base": [], "tool": ["base"], "other": []])
        #expect(graph.closure(of: [id("app")]).map(\.name) == ["base", "ui", "app"])
        #expect(graph.closure(of: [id("tool"), id("app"), id("app")]).map(\.name) == ["base", "tool", "ui", "app"])
        #expect(graph.closure(of: [id("nobody")]).isEmpty)
        #expect(graph.closure(of: []).isEmpty)
    }

    @Test("dependents are all that need a target, near and far, without itself")
    func dependents() throws {
        let graph = try graph(["app": ["ui"], "ui": ["base"], "base": [], "tool": ["base"], "other": []])
        #expect(graph.dependents(of: id("base")).map(\.name) == ["tool", "ui", "app"])
        #expect(graph.dependents(of: id("app")).isEmpty)
    }

    @Test("a product stands for its targets, across packages")
    func products() throws {
        let user = Target(
            id: id("user"), kind: .library, language: .swift, folder: "Sources/user",
            dependencies: [Conditional(.product(ProductID(PackageID("q"), "Kit")))])
        let graph = try TargetGraph(
            packages: [package("p"), package("q")],
            targets: [user, target("one", in: "q", needs: ["two"]), target("two", in: "q"), target("three", in: "q")],
            products: [product("Kit", in: "q", of: ["one", "three"])])
        #expect(graph.dependencies(of: id("user")) == [id("one", in: "q"), id("three", in: "q")])
        #expect(graph.closure(of: [id("user")]).map(\.name) == ["three", "two", "one", "user"])
    }

    @Test("a dependency of one configuration counts there, and when no configuration is named")
    func conditions() throws {
        let graph = try TargetGraph(
            packages: [package("p")],
            targets: [target("app", needs: ["probe"], when: .debug), target("probe", needs: ["deep"]), target("deep")],
            products: [])
        #expect(graph.dependencies(of: id("app"), in: .debug) == [id("probe")])
        #expect(graph.dependencies(of: id("app"), in: .release).isEmpty)
        #expect(graph.dependencies(of: id("app")) == [id("probe")])
        #expect(graph.closure(of: [id("app")], in: .release) == [id("app")])
        #expect(graph.closure(of: [id("app")], in: .debug).map(\.name) == ["deep", "probe", "app"])
        // The order holds for every configuration at once.
        #expect(graph.order.map(\.name) == ["deep", "probe", "app"])
    }

    @Test("a circle is told as one walk round it, from its least member, whatever leads to it")
    func cycles() {
        #expect(throws: GraphError.cycle([id("b"), id("c"), id("d")])) {
            try graph(["a": ["b"], "b": ["c"], "c": ["d"], "d": ["b"], "e": []])
        }
        #expect(throws: GraphError.cycle([id("self")])) { try graph(["self": ["self"], "a": []]) }
    }

    @Test("names that mean nothing are told with who needs them")
    func unknown() {
        #expect(throws: GraphError.unknownTarget(id("gone"), neededBy: .target(id("a")))) { try graph(["a": ["gone"]]) }
        let kit = ProductID(PackageID("p"), "Kit")
        #expect(throws: GraphError.unknownTarget(id("gone"), neededBy: .product(kit))) {
            try TargetGraph(
                packages: [package("p")], targets: [target("a")], products: [product("Kit", in: "p", of: ["gone"])])
        }
        let lost = Target(
            id: id("a"), kind: .library, language: .swift, folder: "a", dependencies: [Conditional(.product(kit))])
        #expect(throws: GraphError.unknownProduct(kit, neededBy: id("a"))) {
            try TargetGraph(packages: [package("p")], targets: [lost], products: [])
        }
    }

    @Test("no two packages, targets of a package, or products of a package share a name")
    func duplicates() {
        #expect(throws: GraphError.duplicatePackage(PackageID("p"))) {
            try TargetGraph(packages: [package("p"), package("p")], targets: [], products: [])
        }
        #expect(throws: GraphError.duplicateTarget(id("a"))) { try graph(["a": [], "a": []]) }
        #expect(throws: GraphError.duplicateProduct(ProductID(PackageID("p"), "Kit"))) {
            let kit = product("Kit", in: "p", of: ["a"])
            _ = try TargetGraph(packages: [package("p")], targets: [target("a")], products: [kit, kit])
        }
    }

    @Test("targets of different packages may share a name")
    func sameNameElsewhere() throws {
        let graph = try TargetGraph(
            packages: [package("p"), package("q")], targets: [target("Utils", in: "p"), target("Utils", in: "q")],
            products: [])
        #expect(graph.order == [id("Utils", in: "p"), id("Utils", in: "q")])
    }

    @Test(
        "a module's name is the target's as a C99 identifier",
        arguments: [
            ("NIOCore", "NIOCore"), ("swift-log", "swift_log"), ("1st", "_st"), ("a b", "a_b"), ("_x", "_x"),
            ("Über", "Über"),
            ("f√", "f_"),
        ])
    func moduleNames(name: String, module: String) { #expect(Target.moduleName(for: name) == module) }
}
