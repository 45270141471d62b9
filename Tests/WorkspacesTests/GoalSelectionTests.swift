import BuildPlanning
import Disk
import Targets
import Testing

@testable import Workspaces

@Suite struct GoalSelectionTests {
    /// Two packages of the workspace with a target of one name, one with a test, and an external package.
    private func selection(from folder: AbsolutePath = "/w") throws -> GoalSelection {
        func package(_ folder: String, external: Bool = false) -> Package {
            Package(
                id: external ? .external(folder) : PackageID(folder), displayName: folder, identity: folder,
                folder: external ? ".mono/checkouts/\(folder)" : folder, toolsVersion: ToolsVersion(6, 0))
        }
        func target(_ package: PackageID, _ name: String, _ kind: Target.Kind = .library, in folder: String = "Sources")
            -> Target
        {
            Target(id: TargetID(package, name), kind: kind, language: .swift, folder: "\(folder)/\(name)")
        }
        let shop = PackageID("Shop"), kit = PackageID("Kit"), log = PackageID.external("log")
        let graph = try TargetGraph(
            packages: [package("Shop"), package("Kit"), package("log", external: true)],
            targets: [
                target(shop, "Shop", .executable), target(shop, "Core"), target(kit, "Core"), target(kit, "Net"),
                target(log, "Log"),
                target(shop, "ShopTests", .test, in: "Tests"),
            ],
            products: [
                Product(id: ProductID(shop, "shop"), kind: .executable, targets: [TargetID(shop, "Shop")]),
                Product(id: ProductID(kit, "Net"), kind: .automaticLibrary, targets: [TargetID(kit, "Net")]),
            ])
        return GoalSelection(graph, root: "/w", from: folder)
    }

    private func names(_ goal: BuildRequest.Goal) -> [String] {
        guard case .some(let targets, let products) = goal else { return ["everything"] }
        return targets.map(\.description) + products.map { "product \($0)" }
    }

    @Test(arguments: [
        ([], ["everything"]), (["Net"], ["Kit:Net", "product Kit:Net"]), (["Kit:Core"], ["Kit:Core"]),
        (["shop"], ["product Shop:shop"]),
        (["Log"], ["@log:Log"]), (["Shop/Sources/Core/a.swift"], ["Shop:Core"]),
        (["Kit"], ["Kit:Core", "Kit:Net", "product Kit:Net"]), (["Net", "Net"], ["Kit:Net", "product Kit:Net"]),
    ])
    func names(_ requests: [String], _ found: [String]) throws {
        #expect(names(try selection().goal(requests, products: [])) == found)
    }

    @Test func pathsBeginWhereThePersonIs() throws {
        let inShop = try selection(from: "/w/Shop")
        #expect(names(try inShop.goal(["Sources/Core"], products: [])) == ["Shop:Core"])
        #expect(
            names(try inShop.goal(["."], products: [])) == ["Shop:Core", "Shop:Shop", "product Shop:shop"],
            "tests are asked for by themselves")
    }

    @Test func faultsAreFacts() throws {
        let selection = try selection()
        func fault(_ body: () throws -> Void) -> GoalSelection.Failure? {
            do { try body() } catch { return error as? GoalSelection.Failure }
            return nil
        }
        #expect(
            fault { _ = try selection.goal(["Core"], products: []) }
                == .ambiguous("Core", choices: ["Kit:Core", "Shop:Core"]))
        #expect(
            fault { _ = try selection.goal(["no/such/place"], products: []) } == .nothingThere(path: "no/such/place"))
        #expect(fault { _ = try selection.product("Core") } == .unknownProduct("Core", known: ["Net", "shop"]))
        #expect(fault { _ = try selection.tests(["Core"]) } == .noTests("Core", known: ["ShopTests"]))
        guard case .unknown("Nett", let known)? = fault({ _ = try selection.goal(["Nett"], products: []) }) else {
            Issue.record("another fault")
            return
        }
        #expect(known.contains("Net"))
    }

    @Test func tests() throws {
        let selection = try selection(), all = [TargetID(PackageID("Shop"), "ShopTests")]
        #expect(try selection.tests([]) == all)
        #expect(try selection.tests(["ShopTests"]) == all)
        #expect(try selection.tests(["Shop"]) == all, "those in a folder")
        let both = try selection.goalWithTests(["Shop/Tests", "Net"], products: [])
        #expect(both.tests == all && names(both.goal) == ["Kit:Net", "product Kit:Net"])
    }
}
