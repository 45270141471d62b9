import Testing

@testable import Wiring

@Suite struct ScopeTreeTests {
    /// Scopes by name, each with the one that it lives in; `Basket`, where it is said, lives in that scope.
    private func tree(_ scopes: [(String, home: String?)], basket: String?? = .none) -> ScopeTree {
        var module = SpecimenModule("M")
        for (name, home) in scopes {
            module = home == nil ? module.adding(type: name, "Scope") : module.adding(type: name, "Scope", "Scoped")
            if let home { module.provisions.types[module.provisions.types.count - 1].home = reference(home) }
        }
        if let basket {
            module = module.adding(type: "Basket", "Scoped")
            module.provisions.types[module.provisions.types.count - 1].home = basket.map(reference)
        }
        let declarations = VisibleDeclarations(request([module]), [module.provisions])
        return ScopeTree(declarations, types: declarations.visibleTypes)
    }

    private func reference(_ name: String) -> Provisions.Reference { SpecimenModule.reference("M.\(name)") }

    @Test func parentsComeBeforeTheirChildren() {
        let tree = tree([("A", home: "Z"), ("B", home: nil), ("C", home: "A"), ("Z", home: nil)])
        #expect(tree.faults.isEmpty)
        #expect(tree.order.first == ScopeTree.root && tree.order.count == 5)
        for scope in tree.order.dropFirst() {
            let parent = tree.parent(scope)
            #expect(parent != nil && tree.order.firstIndex(of: parent ?? "")! < tree.order.firstIndex(of: scope)!)
        }
        #expect(tree.chain("s:M.C") == ["s:M.C", "s:M.A", "s:M.Z", ScopeTree.root])
        #expect(tree.path("s:M.C") == ["M.Z", "M.A", "M.C"])
        #expect(tree.path(ScopeTree.root).isEmpty)
        #expect(tree.isScope("s:M.B") && !tree.isScope(ScopeTree.root) && !tree.isScope("s:M.Basket"))
    }

    @Test func aTypeLivesInItsHome() {
        #expect(tree([("A", home: nil)], basket: .some("A")).home(of: "s:M.Basket") == "s:M.A")
        #expect(tree([("A", home: nil)]).home(of: "s:M.Basket") == ScopeTree.root)
    }

    @Test func aHomeThatIsNoScopeIsAFault() {
        let unsaid = tree([("A", home: nil)], basket: .some(nil))
        #expect(unsaid.faults == [.unknownHome("M.Basket")])
        #expect(unsaid.home(of: "s:M.Basket") == ScopeTree.root)
        #expect(tree([("A", home: "Nowhere")]).faults == [.unknownHome("M.A")])
    }

    @Test func scopesThatLiveInEachOtherAreAFault() {
        let tree = tree([("A", home: "B"), ("B", home: "C"), ("C", home: "B"), ("D", home: "D")])
        #expect(tree.faults == [.scopeCycle(["M.B", "M.C"]), .scopeCycle(["M.D"])])
        // Each is still there once, so that other faults are found, too.
        #expect(tree.order.sorted() == ["", "s:M.A", "s:M.B", "s:M.C", "s:M.D"])
        #expect(tree.chain("s:M.A") == ["s:M.A", "s:M.B", ScopeTree.root])
    }
}
