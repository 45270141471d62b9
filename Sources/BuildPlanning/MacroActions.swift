import Targets

/// Macros are programs that the compiler starts while it compiles what uses them. Host and target are one, so they are built as everything
/// else is, with the same flags and once: SwiftPM 6.3 gives both builds the same words, in release too.
extension ActionPlanner {
    /// The program that holds a macro target's macros, as a product that no manifest declares; SwiftPM calls it so.
    static func tool(of macro: TargetID) -> Product {
        Product(id: ProductID(macro.package, "\(macro.name)-tool"), kind: .macro, targets: [macro], isDeclared: false)
    }

    /// The link whose output clients of the macros load. They consume it: its bytes stand in their keys.
    func toolAction(of macro: Target) -> ActionID { linkActionID(of: ActionPlanner.tool(of: macro.id)) }

    /// Where that output lies, relative to the workspace root.
    func toolPath(of macro: Target) -> String {
        let tool = ActionPlanner.tool(of: macro.id)
        return "\(layout.folder(of: tool.id))/\(fileName(of: tool))"
    }
}
