import AffectedTargets
import Digests
import Targets
import Testing

@Suite struct AffectedEffectTests {
    private func id(_ name: String) -> TargetID { TargetID(PackageID("."), name) }

    private func keys(_ key: String?, module: String?) -> TargetKeys {
        TargetKeys(
            compiles: ["compile": key.map { ContentDigest(of: $0) }], module: module.map { ContentDigest(of: $0) })
    }

    /// A <- B <- app and BT, whose tests cannot be planned. All of them had the key `1` and the module `1`.
    private func effects(_ change: (inout SmallWorkspace) -> Void, _ after: [String: (key: String?, module: String?)])
        throws -> String
    {
        var world = SmallWorkspace()
        world.addPackage(".")
        world.addTarget("A", files: ["Sources/A/a.swift"])
        world.addTarget("B", files: ["Sources/B/b.swift"], needs: [.target(id("A"))])
        world.addTarget("app", .executable, files: ["Sources/app/main.swift"], needs: [.target(id("B"))])
        world.addTarget("BT", .test, folder: "Tests/BT", files: ["Tests/BT/t.swift"], needs: [.target(id("B"))])
        world.products = [Product(id: ProductID(PackageID("."), "app"), kind: .executable, targets: [id("app")])]
        var other = world
        change(&other)
        let planned = ["A", "B", "app"]
        let old = Dictionary(uniqueKeysWithValues: planned.map { (id($0), keys("1", module: "1")) })
        let new = Dictionary(
            uniqueKeysWithValues: planned.map {
                (id($0), after[$0].map { keys($0.key, module: $0.module) } ?? keys("1", module: "1"))
            })
        return try world.answer(to: other).effects(before: old, after: new).map { "\($0.key.name) \($0.value)" }
            .sorted().joined(separator: ", ")
    }

    @Test("a body, an interface, a key that nobody knows, and a link")
    func effects() throws {
        let edit: (inout SmallWorkspace) -> Void = { $0.files["Sources/A/a.swift"] = "2" }
        #expect(try effects(edit, ["A": ("2", "1")]) == "A recompile, B untouched, BT relink, app relink")
        // Another module, and the same interface: what cannot be planned might see the module's bytes.
        #expect(try effects(edit, ["A": ("2", "2")]) == "A recompile, B untouched, BT recompile, app relink")
        #expect(
            try effects(edit, ["A": ("2", "2"), "B": ("2", "2"), "app": ("2", "1")])
                == "A recompile, B recompile, BT recompile, app recompile")
        #expect(
            try effects(edit, ["A": (nil, nil), "B": (nil, nil), "app": (nil, nil)])
                == "A recompile, B recompile, BT recompile, app recompile")
        // The edit changed nothing that a key holds.
        #expect(try effects(edit, [:]) == "A untouched, B untouched, BT relink, app relink")
        #expect(try effects({ $0.targets["app"].settings = [Conditional(.linkedLibrary("z"))] }, [:]) == "app relink")
        #expect(try effects({ $0.files["README.md"] = "2" }, [:]) == "")
        #expect(try effects({ $0.files["Tests/BT/t.swift"] = "2" }, [:]) == "BT recompile")
        #expect(try effects({ _ in }, [:]) == "")
    }

    @Test("files that no key names: what flags name, what a system library's map names, what C includes")
    func undeclared() throws {
        func effects(_ path: String) throws -> String {
            var world = SmallWorkspace()
            world.addPackage(".")
            world.addTarget("Sys", .system, language: .none, files: [])
            world.targets["Sys"].moduleMap = .own("Sources/Sys/module.modulemap")
            world.files["Sources/Sys/module.modulemap"] = "module Sys { header \"../../shim/s.h\" }"
            world.addTarget("A", files: ["Sources/A/a.swift"], needs: [.target(id("Sys"))])
            world.addTarget("B", files: ["Sources/B/b.swift"], settings: [.swift(.unsafeFlags(["-Xcc", "-Imods"]))])
            world.addTarget("app", .executable, files: ["Sources/app/main.swift"], needs: [.target(id("B"))])
            world.addTarget(
                "L", .executable, files: ["Sources/L/main.swift"], settings: [.linkerUnsafeFlags(["-Tscript"])])
            var other = world
            other.files[path] = "2"
            let planned = ["A", "B", "app", "L"]
            let keys = Dictionary(uniqueKeysWithValues: planned.map { (id($0), self.keys("1", module: "1")) })
            return try world.answer(to: other).effects(before: keys, after: keys).map { "\($0.key.name) \($0.value)" }
                .sorted().joined(separator: ", ")
        }
        #expect(try effects("shim/s.h") == "A recompile, B recompile, L relink, Sys recompile, app relink")
        #expect(try effects("mods/v.h") == "B recompile, L relink, app relink")
        #expect(try effects("Sources/A/a.swift") == "A untouched")
    }
}
