import Targets
import Testing

@testable import PackageManifests

/// Which names modules go by, without files and tools; `Tests/Fixtures/ModuleAliases` is compared with what SwiftPM
/// plans.
@Suite struct ModuleAliasesTests {
    private func id(_ text: String) -> TargetID {
        let parts = text.split(separator: ":").map(String.init)
        return TargetID(PackageID(parts[0]), parts[1])
    }

    /// `needs`: targets by `PACKAGE:NAME`, and what each needs: targets of its package, or products as `PACKAGE/NAME`.
    private func names(
        _ needs: [(String, [String])], products: [String: [String]],
        wishes: [String: [(product: String, aliases: [String: String])]]
    ) throws -> [String: (module: String, aliases: [String])] {
        func product(_ text: String) -> ProductID {
            let parts = text.split(separator: "/").map(String.init)
            return ProductID(PackageID(parts[0]), parts[1])
        }
        let targets = needs.map { name, needs in
            Target(
                id: id(name), kind: .library, language: .swift, folder: ".",
                dependencies: needs.map { Conditional($0.contains("/") ? .product(product($0)) : .target(id($0))) })
        }
        let found = try ModuleAliases(
            targets: targets,
            products: products.map { Product(id: product($0.key), kind: .automaticLibrary, targets: $0.value.map(id)) },
            wishes: Dictionary(
                uniqueKeysWithValues: wishes.map { name, list in
                    (id(name), list.map { ModuleAliases.Wish(product: product($0.product), aliases: $0.aliases) })
                })
        ).applied(to: targets)
        return Dictionary(
            uniqueKeysWithValues: found.map { ("\($0.id.package):\($0.id.name)", ($0.moduleName, $0.moduleAliases)) })
    }

    @Test("who sees a renamed module imports it by its old name")
    func oldName() throws {
        let found = try names(
            [("a:Log", []), ("a:Kit", ["a:Log"]), ("r:App", ["a/A"]), ("r:Other", [])], products: ["a/A": ["a:Kit"]],
            wishes: ["r:App": [("a/A", ["Log": "LogOfA"])]])
        #expect(found["a:Log"]?.module == "LogOfA" && found["a:Kit"]?.module == "Kit")
        #expect(found["a:Kit"]?.aliases == ["Log=LogOfA"])
        #expect(found["r:App"]?.aliases == ["Log=LogOfA"])
        #expect(found["r:Other"]?.aliases == [])
    }

    @Test("unless that name could mean another one")
    func ambiguous() throws {
        let found = try names(
            [("a:Log", []), ("b:Log", []), ("r:App", ["a/A", "b/B"])], products: ["a/A": ["a:Log"], "b/B": ["b:Log"]],
            wishes: ["r:App": [("a/A", ["Log": "LogOfA"]), ("b/B", ["Log": "LogOfB"])]])
        #expect(found["a:Log"]?.module == "LogOfA" && found["b:Log"]?.module == "LogOfB")
        #expect(found["r:App"]?.aliases == [])
    }

    @Test("a name that somebody gave can be given another one nearer to the root")
    func chained() throws {
        let found = try names(
            [("b:Log", []), ("a:Kit", ["b/B"]), ("r:App", ["a/A"])], products: ["a/A": ["a:Kit"], "b/B": ["b:Log"]],
            wishes: ["a:Kit": [("b/B", ["Log": "LogOfB"])], "r:App": [("a/A", ["LogOfB": "Deep"])]])
        #expect(found["b:Log"]?.module == "Deep")
    }

    @Test("one module with two names is an error")
    func conflict() {
        #expect(
            throws: ManifestError.conflictingAliases(
                module: "Log", product: ProductID(PackageID("a"), "A"), aliases: ["One", "Two"])
        ) {
            try names(
                [("a:Log", []), ("r:App", ["a/A"]), ("r:More", ["a/A"])], products: ["a/A": ["a:Log"]],
                wishes: ["r:App": [("a/A", ["Log": "One"])], "r:More": [("a/A", ["Log": "Two"])]])
        }
    }

    @Test("forty packages one above the other, each twice below the next, are gone through in no time")
    func deep() throws {
        var needs: [(String, [String])] = [("p0:Log", [])], products = ["p0/L": ["p0:Log"]]
        for at in 1...40 {
            needs += [("p\(at):A", ["p\(at - 1)/L"]), ("p\(at):B", ["p\(at - 1)/L"])]
            products["p\(at)/L"] = ["p\(at):A", "p\(at):B"]
        }
        needs.append(("r:App", ["p40/L"]))
        let found = try names(needs, products: products, wishes: ["r:App": [("p40/L", ["Log": "Other"])]])
        #expect(found["p0:Log"]?.module == "Other")
    }
}
