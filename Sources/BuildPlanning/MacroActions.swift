import Targets

/// Macros are programs that the compiler starts while it compiles what uses them. Where host and target are one they
/// are built as everything else is, with the same flags and once: SwiftPM 6.3 gives both builds the same words, in
/// release too. Else the host's planner builds them.
extension ActionPlanner {
    /// The program that holds a macro target's macros, as a product that no manifest declares; SwiftPM calls it so.
    func tool(of macro: TargetID) -> Product { undeclared("\(macro.name)-tool", .macro, of: macro) }

    /// A product of that name. Where the package has one that is called so already, a user's program would be taken for
    /// it: then by a name that no product has.
    func undeclared(_ name: String, _ kind: Product.Kind, of target: TargetID) -> Product {
        var id = ProductID(target.package, name)
        while graph.products[id] != nil { id = ProductID(target.package, "\(id.name).\(kind)") }
        return Product(id: id, kind: kind, targets: [target], isDeclared: false)
    }

    /// The links of a macro target's program, and of the dynamic libraries that it loads.
    func toolLinks(of macro: Target) throws(PlanningError) -> [Action] {
        var links: [Action] = []
        for product in toolProducts(of: macro) { links.append(try linkAction(for: product)) }
        return links
    }

    /// The same by name. Clients of the macros consume their outputs: the bytes stand in their keys.
    func toolActions(of macro: Target) -> [ActionID] {
        if let planner = hostPlanner { return planner.toolActions(of: macro) }
        return toolProducts(of: macro).map(linkActionID)
    }

    private func toolProducts(of macro: Target) -> [Product] {
        let tool = self.tool(of: macro.id)
        return [tool] + linkClosure(of: tool).dynamicLibraries.map { graph[$0] }
    }

    /// Where the program of a macro finds a dynamic library, from its own folder: nobody places the two side by side.
    func pathFromTool(_ tool: Product, to library: ProductID) -> String {
        BuildLayout.relative(layout.folder(of: library), from: layout.folder(of: tool.id))
    }

    /// Where that output lies, relative to the workspace root.
    func toolPath(of macro: Target) -> String {
        if let planner = hostPlanner { return planner.toolPath(of: macro) }
        let tool = self.tool(of: macro.id)
        return "\(layout.folder(of: tool.id))/\(fileName(of: tool))"
    }
}
