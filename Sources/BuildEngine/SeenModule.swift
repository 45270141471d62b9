import ArtifactCache
import BuildPlanning
import Digests

/// A module as those see it who may import it, with the modules behind it: shared by all of them.
final class SeenModule: Sendable {
    let id: ActionID
    /// What sources call it.
    let name: String
    /// The digest of its own interface.
    let interface: ContentDigest
    /// What a C target declares.
    let declaration: Action.Declaration?
    let imports: [SeenModule]

    init(id: ActionID, name: String, interface: ContentDigest, declaration: Action.Declaration?, imports: [SeenModule])
    {
        (self.id, self.name, self.interface) = (id, name, interface)
        (self.declaration, self.imports) = (declaration, imports)
    }

    var isSwift: Bool { declaration == nil }

    /// Nil where others see nothing of the action. `module`: of each that the action sees itself.
    convenience init?(_ action: Action, _ result: ActionResult, module: (ActionID) -> SeenModule?) {
        guard let interface = result.interface else { return nil }
        self.init(
            id: action.id, name: action.moduleName ?? action.id.name, interface: interface,
            declaration: action.declaration, imports: action.seen.compactMap(module))
    }

    /// These modules and all behind them, each once, by name.
    static func closure(of modules: [SeenModule]) -> [SeenModule] {
        var found: [ActionID: SeenModule] = [:], open = modules
        while let next = open.popLast() {
            if found.updateValue(next, forKey: next.id) == nil { open += next.imports }
        }
        return found.values.sorted { $0.id < $1.id }
    }
}
